import { countOf } from '#web/lib/count-of.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { chosenPrompts } from './chosen-prompts.ts';
import type { PreparedPrompt } from './prepare-import.ts';
import { SkippedList } from './skipped-list.tsx';
import { skippedRows } from './skipped-rows.ts';
import type { ImportPreview } from './import-preview.ts';

interface ImportPreviewViewProps {
  readonly preview: ImportPreview;
  /** Why the import failed that was tried from here. */
  readonly failure: string | null;
  readonly includeKnown: boolean;
  readonly onIncludeKnownChange: (include: boolean) => void;
}

const shownRows = 5;

/** What a file holds, before anything is stored. */
export function ImportPreviewView(props: ImportPreviewViewProps) {
  const { preview, failure, includeKnown, onIncludeKnownChange } = props;
  const { file, known, name } = preview;
  const knownCount = file.prompts.filter(({ fingerprint }) => known.has(fingerprint)).length;
  const prompts = chosenPrompts(preview, includeKnown);
  const skipped = skippedRows(preview, includeKnown);
  const groups = new Set(prompts.flatMap(({ group }) => group?.toLowerCase() ?? []));
  return (
    <div className="flex flex-col gap-5">
      {failure === null ? null : (
        <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink">
          {failure}
        </p>
      )}
      <p className="text-sm text-ink-soft">
        <strong className="font-medium break-all text-ink">{name}</strong> ({file.format}) holds{' '}
        {countOf(file.total, 'row')}:{' '}
        <strong className="font-medium text-ink">{countOf(prompts.length, 'prompt')}</strong> to
        import, {skipped.length.toLocaleString('en-GB')} skipped.
        {groups.size > 0
          ? ` They belong to ${countOf(groups.size, 'group')}; what is missing of them is made.`
          : null}
        {file.ignored.length > 0 ? ` Not used: ${file.ignored.join(', ')}.` : null}
      </p>
      {knownCount > 0 ? (
        <Checkbox
          label={`Import again what is in your library already (${countOf(knownCount, 'prompt')})`}
          checked={includeKnown}
          onCheckedChange={onIncludeKnownChange}
        />
      ) : null}
      {prompts.length > 0 ? <FirstPrompts prompts={prompts} /> : null}
      {skipped.length > 0 ? <SkippedList rows={skipped} /> : null}
    </div>
  );
}

function FirstPrompts({ prompts }: { readonly prompts: readonly PreparedPrompt[] }) {
  const more = prompts.length - shownRows;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">The first prompts</h3>
      <ol className="divide-y divide-hairline rounded-md border border-hairline">
        {prompts.slice(0, shownRows).map((prompt) => (
          <li key={prompt.row} className="px-4 py-3">
            <p className="truncate text-sm font-medium text-ink">{prompt.title}</p>
            <p className="mt-0.5 line-clamp-2 font-mono text-xs break-words text-ink-soft">
              {prompt.content.slice(0, 400)}
            </p>
            <Facts prompt={prompt} />
          </li>
        ))}
      </ol>
      {more > 0 ? (
        <p className="mt-2 text-sm text-ink-quiet">and {countOf(more, 'more', 'more')}</p>
      ) : null}
    </section>
  );
}

function Facts({ prompt }: { readonly prompt: PreparedPrompt }) {
  const facts = [prompt.group, prompt.category, ...prompt.tags.slice(0, 5)].filter(
    (fact) => fact !== null,
  );
  if (facts.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {facts.map((fact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a tag may be named like its group
        <Badge key={index}>{fact}</Badge>
      ))}
    </p>
  );
}
