import { useMemo } from 'react';
import { formatReference, mapReferences } from '#templating/references.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { hideReferenceIds } from '#web/lib/variables/hide-reference-ids.ts';
import { nameReferences } from '#web/lib/variables/name-references.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useIncludedTexts } from '#web/data/prompts/included/included-texts.ts';
import { attachedFilesText } from './attached-files-text.ts';
import { entryCountsText } from './entry-counts-text.ts';
import { FileList } from './file-list.tsx';
import { planImport, type SourcePlan } from '#web/features/import/prepare/import-plan.ts';
import {
  libraryName,
  type ImportChoices,
  type ImportPreview,
} from '#web/features/import/prepare/import-preview.ts';
import { firstNames } from '#web/features/import/read/field-names.ts';
import { ImportAudience } from './import-target.tsx';
import { makeVariables } from '#web/features/import/prepare/make-variables.ts';
import { organizePrompts } from '#web/features/import/prepare/organize.ts';
import { OrganizeFields } from './organize-fields.tsx';
import { PlaceholderChoice } from './placeholder-choice.tsx';
import type { PreparedPrompt } from '#web/features/import/prepare/prepare-import.ts';
import { SkippedList } from './skipped-list.tsx';
import { useImportCounts } from './use-import-counts.ts';
import { allSkippedRows, skippedRows } from '#web/features/import/prepare/skipped-rows.ts';

interface ImportPreviewViewProps {
  readonly preview: ImportPreview;
  /** The reason why an import from this preview failed. */
  readonly failure: string | null;
  readonly choices: ImportChoices;
  readonly onChoicesChange: (choices: ImportChoices) => void;
}

const shownRows = 5;
const shownCharacters = 400;

/** Long enough for references and placeholders that become shorter. */
const readCharacters = 10_000;

/** The preview of the files' content, before anything is stored. */
export function ImportPreviewView(props: ImportPreviewViewProps) {
  const { preview, failure, choices, onChoicesChange } = props;
  const { refused, team } = preview;
  const library = libraryName(team);
  const plans = planImport(preview, choices);
  const [firstPlan] = plans;
  const counts = useImportCounts(preview, choices);
  const restOf = (plan: SourcePlan, index: number) =>
    [attachedFilesText(plan, preview.attached), restText(counts, index, library)]
      .filter((text) => text !== '')
      .join(' ');
  const { includeExisting } = choices;
  // The offer must not change with the choice.
  const unconverted = useMemo(
    () =>
      planImport(preview, { includeExisting, variables: new Set() }).flatMap(
        ({ stored }) => stored,
      ),
    [preview, includeExisting],
  );
  const inLibraryCount = planImport(preview, { ...choices, includeExisting: false }).reduce(
    (sum, { inLibrary }) => sum + inLibrary.length,
    0,
  );
  const prompts = plans.flatMap(({ source, stored }) =>
    organizePrompts(stored, source.file, choices),
  );
  const publicCount = prompts.filter((prompt) => prompt.is_public).length;
  const skipped = allSkippedRows(plans, plans.length, library);
  return (
    <div className="flex flex-col gap-5">
      {failure === null ? null : <Alert>{failure}</Alert>}
      {team ? (
        <div className="rounded-md bg-sunken px-4 py-3">
          <p className="mb-1 text-sm font-medium break-words text-ink">Import to {team.name}</p>
          <ImportAudience team={team} />
        </div>
      ) : null}
      {plans.length === 1 && firstPlan ? (
        <Summary plan={firstPlan} rest={restOf(firstPlan, 0)} />
      ) : (
        <FileList
          label="Files to import"
          entries={plans.map((plan, index) => ({
            name: plan.source.name,
            text: <Summary plan={plan} rest={restOf(plan, index)} brief />,
          }))}
        />
      )}
      <FileList
        label={`${formatCount(refused.length, 'file')} left out`}
        entries={refused.map(({ name, reason }) => ({ name, text: reason }))}
      />
      {inLibraryCount > 0 ? (
        <Checkbox
          label={`Also import prompts that are already in ${library} (${inLibraryCount.toLocaleString('en-GB')})`}
          checked={includeExisting}
          onCheckedChange={(checked) => onChoicesChange({ ...choices, includeExisting: checked })}
        />
      ) : null}
      {publicCount > 0 ? (
        <Checkbox
          label={`Keep public prompts public (${publicCount.toLocaleString('en-GB')}). ${team ? 'Otherwise only the team sees them.' : 'Otherwise everything is imported as private.'}`}
          checked={choices.publish}
          onCheckedChange={(publish) => onChoicesChange({ ...choices, publish })}
        />
      ) : null}
      <PlaceholderChoice
        prompts={unconverted}
        chosen={choices.variables}
        onChange={(variables) => onChoicesChange({ ...choices, variables })}
      />
      {preview.sources.some(({ file }) => !file.isExport) && prompts.length > 0 ? (
        <OrganizeFields teamId={team?.id ?? null} choices={choices} onChange={onChoicesChange} />
      ) : null}
      {prompts.length > 0 ? (
        <FirstPrompts preview={preview} prompts={prompts} variables={choices.variables} />
      ) : null}
      <SkippedList rows={skipped} />
    </div>
  );
}

interface SummaryProps {
  readonly plan: SourcePlan;
  /** The entries that the import adds besides prompts. */
  readonly rest: string;
  /** Leaves out the name of the file. */
  readonly brief?: boolean;
}

function Summary({ plan, rest, brief = false }: SummaryProps) {
  const { source, stored: prompts } = plan;
  const { file, name } = source;
  const skipped = skippedRows(plan).length;
  const versions = prompts.reduce((sum, prompt) => sum + prompt.versions.length, 0);
  const Tag = brief ? 'span' : 'p';
  return (
    <Tag className="text-sm text-ink-soft">
      {brief ? null : (
        <>
          <strong className="font-medium break-all text-ink">{name}</strong>
          {/* A Markdown file is one prompt. */}
          {file.format === 'Markdown'
            ? ''
            : ` (${file.format}) contains ${formatCount(file.total, 'row')}`}
          :{' '}
        </>
      )}
      <strong className="font-medium text-ink">{formatCount(prompts.length, 'prompt')}</strong> to
      import, {skipped.toLocaleString('en-GB')} skipped.
      {versions > 0 ? ` It includes ${formatCount(versions, 'earlier version')}.` : null}
      {rest === '' ? null : ` ${rest}`}
      {file.leftComments > 0
        ? ` ${formatCount(file.leftComments, 'comment')} can't be imported: comments by other people or on other people's prompts.`
        : null}
      {file.ignored.length > 0
        ? ` Ignored ${file.format === 'CSV' ? 'columns' : 'fields'}: ${firstNames(file.ignored)}.`
        : null}
    </Tag>
  );
}

function restText(
  { data, error }: Pick<ReturnType<typeof useImportCounts>, 'data' | 'error'>,
  index: number,
  library: string,
): string {
  const counts = data?.[index];
  if (counts) return entryCountsText(counts, library);
  if (!error) return `Comparing the rest with ${library}…`;
  return `We couldn’t check what else is new: ${toDataError(error).message}`;
}

function FirstPrompts(props: {
  readonly preview: ImportPreview;
  readonly prompts: readonly PreparedPrompt[];
  readonly variables: ImportChoices['variables'];
}) {
  const { preview, prompts, variables } = props;
  const starts = prompts
    .slice(0, shownRows)
    .map((prompt) => ({ ...prompt, content: prompt.content.slice(0, readCharacters) }));
  const first = makeVariables(starts, variables);
  const contents = useReadableContents(preview, first);
  const more = prompts.length - shownRows;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">First prompts</h3>
      <ol className="divide-y divide-hairline rounded-md border border-hairline">
        {first.map((prompt, index) => (
          <li key={index} className="px-4 py-3">
            <p className="truncate text-sm font-medium text-ink">{prompt.title}</p>
            <p className="mt-0.5 line-clamp-2 font-mono text-xs break-words text-ink-soft">
              {contents[index]?.slice(0, shownCharacters)}
            </p>
            <Facts prompt={prompt} />
          </li>
        ))}
      </ol>
      {more > 0 ? (
        <p className="mt-2 text-sm text-ink-quiet">and {formatCount(more, 'more', 'more')}</p>
      ) : null}
    </section>
  );
}

/** Returns contents with the titles of included prompts, of the files or stored, for their ids. */
function useReadableContents(
  { sources }: ImportPreview,
  prompts: readonly PreparedPrompt[],
): readonly string[] {
  const titles = new Map(
    sources.flatMap(({ file }) =>
      file.prompts.map(({ key, title }) => [key.toLowerCase(), title] as const),
    ),
  );
  const contents = prompts.map(({ content }) =>
    mapReferences(content, (reference) => {
      const title = titles.get(reference.id ?? '');
      return title === undefined ? null : formatReference(title, reference);
    }),
  );
  const texts = useIncludedTexts(contents.join('\n'));
  return texts ? nameReferences(contents, texts) : contents.map(hideReferenceIds);
}

function Facts({ prompt }: { readonly prompt: PreparedPrompt }) {
  const facts = [prompt.groupName, prompt.category, ...prompt.tags.slice(0, 5)].filter(
    (fact) => fact !== null,
  );
  if (facts.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {facts.map((fact, index) => (
        <Badge key={index}>{fact}</Badge>
      ))}
    </p>
  );
}
