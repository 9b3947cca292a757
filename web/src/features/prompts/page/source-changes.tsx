import { useMemo } from 'react';
import type { SourceText } from '#web/data/prompts/forks.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useNamedContents } from '#web/data/prompts/included/use-named-contents.ts';
import { compareFields } from '#web/lib/text/compare-fields.ts';
import { ComparedFields } from '#web/ui/content/side-by-side.tsx';

interface SourceChangesProps {
  readonly base: SourceText;
  readonly source: PromptDetail;
  readonly version: number;
}

/** The changes of a source since it was forked, field by field. */
export default function SourceChanges({ base, source, version }: SourceChangesProps) {
  const [before, after] = useNamedContents(base.content, source.content);
  const { fields } = useMemo(
    () =>
      compareFields([
        ['Title', base.title, source.title],
        ['Description', base.description, source.description],
        ['Content', before, after],
        ['Tags', base.tags.join('\n'), source.tags.join('\n')],
        ['Icon', base.icon ?? '', source.icon ?? ''],
      ]),
    [base, source, before, after],
  );
  return (
    <div className="border-t border-hairline px-4 py-4">
      <ComparedFields
        fields={fields}
        heading="h2"
        beforeLabel={`Version ${version}`}
        afterLabel={`Version ${source.version}`}
      />
    </div>
  );
}
