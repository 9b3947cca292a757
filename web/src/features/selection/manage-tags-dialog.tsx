import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import { tagsQuery, type TagCount } from '#web/data/prompts/tags.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { findWords } from '#web/lib/search/find-words.ts';
import { normalizeSearch } from '#web/lib/search/normalize-search.ts';
import { searchWords } from '#web/lib/search/parse-search.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Marked } from '#web/ui/content/marked.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { SearchResults } from '#web/ui/list/search-results.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { VirtualList } from '#web/ui/list/virtual-list.tsx';
import { useBulkChanges } from './use-bulk-changes.ts';

interface ManageTagsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The team whose tags they are; null for those of the person. */
  readonly teamId?: string | null;
}

/** All tags with their counts, to rename one, merge several, or remove them everywhere. */
export default function ManageTagsDialog(props: ManageTagsDialogProps) {
  const { open, onOpenChange, teamId = null } = props;
  const user = useUser();
  const formId = useId();
  const tags = useQuery({ ...tagsQuery(user.id, teamId), enabled: open });
  const { run, busy } = useBulkChanges();
  const [filter, setFilter] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [name, setName] = useState('');
  const all = tags.data ?? [];
  const selectedTags = all.filter(({ tag }) => selected.has(tag));
  const query = normalizeSearch(filter);
  const { items: shown, typoForgiven } = findWords(all, searchWords(query), ({ tag }) => [tag]);
  const to = name.trim();
  const merges = selectedTags.length > 1 || all.some(({ tag }) => tag === to && !selected.has(tag));

  async function change(target: string | null, done: string) {
    const old = selectedTags.map(({ tag }) => tag);
    if (!(await run({ kind: 'rename-tags', tags: old, to: target, teamId }, done))) return;
    setSelected(new Set());
    setName('');
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Manage tags"
      description="Select one to rename, or several to merge."
      footer={
        selectedTags.length === 0 ? undefined : (
          <>
            <Button
              busy={busy}
              onClick={() => void change(null, `no longer tagged ${tagNames(selectedTags)}`)}
            >
              Remove everywhere
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={busy}
              disabled={to === '' || (selectedTags.length === 1 && selectedTags[0]?.tag === to)}
            >
              {merges ? 'Merge' : 'Rename'}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <SearchBox
          label="Search tags"
          placeholder="Search tags..."
          value={filter}
          onChange={setFilter}
        />
        {tags.isPending ? (
          <SkeletonRows count={5} label="Loading tags" rowClassName="h-11" />
        ) : null}
        {tags.isError ? (
          <ErrorState title="The tags could not be loaded" {...failureOf(tags)} />
        ) : null}
        {tags.data && shown.length === 0 ? (
          <p className="py-6 text-center text-sm text-ink-quiet">
            {all.length > 0
              ? 'No matching tags.'
              : `${teamId === null ? 'Your' : "The team's"} prompts have no tags yet.`}
          </p>
        ) : null}
        {shown.length > 0 ? (
          <SearchResults search={query} typoForgiven={typoForgiven}>
            <VirtualList
              label="Tags"
              items={shown}
              keyOf={({ tag }) => tag}
              estimateSize={44}
              height={300}
              className="rounded-md border border-hairline"
              renderItem={({ tag, prompts }) => (
                <div className="flex min-h-11 items-center gap-3 border-b border-hairline px-4 py-2">
                  <Checkbox
                    label={
                      <span className="break-words">
                        <Marked text={tag} />
                      </span>
                    }
                    className="min-w-0 flex-1"
                    checked={selected.has(tag)}
                    onCheckedChange={(checked) => {
                      const next = new Set(selected);
                      if (checked) next.add(tag);
                      else next.delete(tag);
                      setSelected(next);
                      if (next.size === 1) setName([...next][0] ?? '');
                    }}
                  />
                  <span className="shrink-0 text-xs text-ink-quiet">
                    {formatCount(prompts, 'prompt')}
                  </span>
                </div>
              )}
            />
          </SearchResults>
        ) : null}
        {selectedTags.length > 0 ? (
          <form
            id={formId}
            onSubmit={(event) => {
              event.preventDefault();
              void change(to, `tagged “${to}”`);
            }}
            className="flex flex-col gap-4"
          >
            <TextField
              label={merges ? 'Merge into' : 'New name'}
              value={name}
              maxLength={limits.tagLength}
              autoComplete="off"
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <p className="text-sm text-ink-soft">{describeChange(selectedTags, to)}</p>
          </form>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Describes what a change will do. */
function describeChange(selectedTags: readonly TagCount[], to: string): string {
  const most = selectedTags.reduce((sum, { prompts }) => sum + prompts, 0);
  const scope = `${selectedTags.length > 1 ? 'at most ' : ''}${formatCount(most, 'prompt')}`;
  if (to === '') return `${tagNames(selectedTags)}: on ${scope}.`;
  return `${tagNames(selectedTags)} ${selectedTags.length === 1 ? 'becomes' : 'become'} “${to}” on ${scope}, each with a version in its history.`;
}

function tagNames(selectedTags: readonly TagCount[]): string {
  const names = selectedTags.slice(0, 3).map(({ tag }) => `“${tag}”`);
  return selectedTags.length > 3
    ? `${names.join(', ')} and ${selectedTags.length - 3} more`
    : names.join(', ');
}
