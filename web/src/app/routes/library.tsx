import { useQuery } from '@tanstack/react-query';
import { ListChecks, Tags, Trash2, Upload } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { foundCountQuery } from '#web/data/search/found-count.ts';
import { useUser } from '#web/data/session/session.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { ExportButton } from '#web/features/export/export-button.tsx';
import { DeletedGroups } from '#web/features/groups/deleted-groups.tsx';
import { DeletedList } from '#web/features/prompts/list/deleted-list.tsx';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { SearchableList } from '#web/features/prompts/list/searchable-list.tsx';
import { useSelection } from '#web/features/selection/use-selection.ts';
import { useSearch } from '#web/lib/search/use-search.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { NewPromptButton } from './new-prompt-button.tsx';

const deletedView = 'deleted';

// Most visits don't need these.
const ImportDialog = lazy(() => import('#web/features/import/dialog/import-dialog.tsx'));
const ExportDialog = lazy(() => import('#web/features/export/export-dialog.tsx'));
const ManageTagsDialog = lazy(() => import('#web/features/selection/manage-tags-dialog.tsx'));
const SelectionBar = lazy(() => import('#web/features/selection/selection-bar.tsx'));

/** /app/library: the user's own prompts, or the recently deleted ones. */
export function Component() {
  const [parameters] = useSearchParams();
  return parameters.get('view') === deletedView ? <Deleted /> : <Library />;
}

function Library() {
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const [importing, setImporting] = useState<boolean | null>(null);
  const [managing, setManaging] = useState<boolean | null>(null);
  const search = useSearch();
  const user = useUser();
  const isEmpty = useQuery(foundCountQuery(user.id, '')).data === 0;
  const selectionFailed = useCallback((reason: unknown) => {
    toast.error(`Couldn't select them all: ${toDataError(reason).message}`);
  }, []);
  const selection = useSelection(search.query, selectionFailed);
  const [exporting, setExporting] = useState<{ ids: string[]; open: boolean } | null>(null);

  return (
    <>
      <PageHeader
        title="Library"
        back={routes.app}
        actions={
          <>
            <Button icon={<Upload size={17} />} onClick={() => setImporting(true)}>
              Import
            </Button>
            <NewPromptButton inHeader onClick={() => setPanel({ mode: 'create' })} />
          </>
        }
      />
      <div className="-mt-3 mb-1 flex gap-1 overflow-x-auto sm:-ml-2.5 pointer-coarse:py-1.5">
        {isEmpty ? null : (
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
            <ExportButton variant="quiet" size="small" />
          </>
        )}
        <ButtonLink
          to={`${routes.library}?view=${deletedView}`}
          variant="quiet"
          size="small"
          icon={<Trash2 size={15} />}
        >
          Recently deleted
        </ButtonLink>
      </div>
      <SearchableList
        search={search}
        label="Library"
        isEmpty={isEmpty}
        toPrompt={routes.libraryPrompt}
        selection={selection}
        emptyAction={<NewPromptButton onClick={() => setPanel({ mode: 'create' })} />}
      />
      <PromptPanel
        request={panel}
        onClose={() => setPanel(null)}
        missing={messages.prompts.titleAndContent}
      />
      <Suspense fallback={null}>
        {selection.active ? (
          <SelectionBar
            selection={selection}
            search={search.query}
            onExport={(ids) => setExporting({ ids, open: true })}
            onFailure={selectionFailed}
          />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>
        {exporting === null ? null : (
          <ExportDialog
            open={exporting.open}
            onOpenChange={(open) => setExporting({ ...exporting, open })}
            scope={{ kind: 'selection', ids: exporting.ids }}
          />
        )}
        {importing === null ? null : <ImportDialog open={importing} onOpenChange={setImporting} />}
        {managing === null ? null : <ManageTagsDialog open={managing} onOpenChange={setManaging} />}
      </Suspense>
    </>
  );
}

function Deleted() {
  return (
    <>
      <PageHeader
        title="Recently deleted"
        back={routes.library}
        subtitle="You can restore deleted prompts and groups for 30 days."
      />
      <DeletedGroups />
      <DeletedList />
    </>
  );
}
