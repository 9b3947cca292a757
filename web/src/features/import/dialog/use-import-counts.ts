import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { importCounts } from '#web/data/library-files/import.ts';
import { planImport } from '#web/features/import/prepare/import-plan.ts';
import type { ImportChoices, ImportPreview } from '#web/features/import/prepare/import-preview.ts';
import { entriesToCompare } from '#web/features/import/prepare/to-request.ts';

/** Returns how many groups, chains, runs, comments and uses the import would add; asked again for other choices. */
export function useImportCounts(preview: ImportPreview, choices: ImportChoices) {
  return useQuery({
    ...importCounts({
      previewId: preview.id,
      teamId: preview.team?.id ?? null,
      variant: JSON.stringify([[...choices.variables].toSorted(), choices.group]),
      includeExisting: choices.includeExisting,
      entriesOfFiles: () =>
        planImport(preview, choices).map((plan) => entriesToCompare(plan, choices)),
    }),
    placeholderData: keepPreviousData,
  });
}
