import { ListChecks, Tags } from 'lucide-react';
import { lazy, Suspense, useCallback, useState, type ComponentProps, type ReactNode } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { SearchableList } from '#web/features/prompts/list/searchable-list.tsx';
import { useSelection } from '#web/features/selection/use-selection.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';

// Most visits don't need these.
const ExportDialog = lazy(() => import('#web/features/export/export-dialog.tsx'));
const ManageTagsDialog = lazy(() => import('#web/features/selection/manage-tags-dialog.tsx'));
const SelectionBar = lazy(() => import('#web/features/selection/selection-bar.tsx'));

interface LibraryListProps extends Pick<
  ComponentProps<typeof SearchableList>,
  'label' | 'toPrompt' | 'emptyAction'
> {
  /** The team whose prompts it lists; null for those of the person. */
  readonly teamId: string | null;
  /** Whether there are no prompts: then there is nothing to select. */
  readonly isEmpty: boolean;
  /** False for viewers of a team: they select nothing and see no tool that changes prompts. */
  readonly mayEdit: boolean;
  /** Tools after those for the selection and the tags. */
  readonly tools?: ReactNode;
  readonly toolsClassName?: string;
}

/** The prompts of the person or a team, with tools to change many of them at once. */
export function LibraryList(props: LibraryListProps) {
  const { teamId, isEmpty, mayEdit, tools = null, toolsClassName, ...list } = props;
  const search = useSearch();
  const selectionFailed = useCallback((reason: unknown) => {
    toast.error(`Couldn't select them all: ${toDataError(reason).message}`);
  }, []);
  const selection = useSelection(
    { search: search.query, teamId, isEnabled: mayEdit },
    selectionFailed,
  );
  const [exporting, setExporting] = useState<{ ids: string[]; open: boolean } | null>(null);
  const [managing, setManaging] = useState<boolean | null>(null);
  const hasTools = mayEdit && !isEmpty;

  return (
    <>
      {hasTools || tools !== null ? (
        <div
          className={cx(
            'flex gap-1 overflow-x-auto *:-outline-offset-2 max-sm:-mx-4 max-sm:px-1.5 sm:-ml-2.5 pointer-coarse:py-1.5',
            toolsClassName,
          )}
        >
          {hasTools ? (
            <>
              <Button
                variant="quiet"
                size="small"
                aria-pressed={selection.active}
                icon={<ListChecks size={15} />}
                onClick={selection.active ? selection.end : selection.start}
              >
                Select
              </Button>
              <Button
                variant="quiet"
                size="small"
                icon={<Tags size={15} />}
                onClick={() => setManaging(true)}
              >
                Manage tags
              </Button>
            </>
          ) : null}
          {tools}
        </div>
      ) : null}
      <SearchableList
        {...list}
        search={search}
        teamId={teamId}
        isEmpty={isEmpty}
        {...(mayEdit ? { selection } : {})}
      />
      <Suspense fallback={null}>
        {selection.active ? (
          <SelectionBar
            selection={selection}
            teamId={teamId}
            search={search.query}
            onExport={(ids) => setExporting({ ids, open: true })}
            onFailure={selectionFailed}
          />
        ) : null}
      </Suspense>
      <OverlaySuspense>
        {exporting === null ? null : (
          <ExportDialog
            open={exporting.open}
            onOpenChange={(open) => setExporting({ ...exporting, open })}
            scope={{
              kind: 'selection',
              ids: exporting.ids,
              ...(teamId === null ? {} : { teamId }),
            }}
          />
        )}
        {managing === null ? null : (
          <ManageTagsDialog open={managing} onOpenChange={setManaging} teamId={teamId} />
        )}
      </OverlaySuspense>
    </>
  );
}
