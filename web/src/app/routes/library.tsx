import { useQuery } from '@tanstack/react-query';
import { Trash2, Upload } from 'lucide-react';
import { lazy, useState } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { foundCountQuery } from '#web/data/search/found-count.ts';
import { useUser } from '#web/data/session/session.ts';
import { ExportButton } from '#web/features/export/export-button.tsx';
import { DeletedGroups } from '#web/features/groups/deleted-groups.tsx';
import { DeletedList } from '#web/features/prompts/list/deleted-list.tsx';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { NewPromptButton } from '#web/ui/list/new-prompt-button.tsx';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';
import { LibraryList } from './library-list.tsx';

const deletedView = 'deleted';

// Most visits don't need it.
const ImportDialog = lazy(() => import('#web/features/import/dialog/import-dialog.tsx'));

/** /app/library: the user's own prompts, or the recently deleted ones. */
export function Component() {
  const [parameters] = useSearchParams();
  return parameters.get('view') === deletedView ? <Deleted /> : <Library />;
}

function Library() {
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const [importing, setImporting] = useState<boolean | null>(null);
  const user = useUser();
  const isEmpty = useQuery(foundCountQuery(user.id, '')).data === 0;

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
            <NewPromptButton onClick={() => setPanel({ mode: 'create' })} />
          </>
        }
      />
      <LibraryList
        teamId={null}
        label="Library"
        isEmpty={isEmpty}
        mayEdit
        toPrompt={routes.libraryPrompt}
        emptyAction={<NewPromptButton inList onClick={() => setPanel({ mode: 'create' })} />}
        toolsClassName="-mt-3 mb-1"
        tools={
          <>
            {isEmpty ? null : <ExportButton variant="quiet" size="small" />}
            <ButtonLink
              to={`${routes.library}?view=${deletedView}`}
              variant="quiet"
              size="small"
              icon={<Trash2 size={15} />}
            >
              Recently deleted
            </ButtonLink>
          </>
        }
      />
      <PromptPanel
        request={panel}
        onClose={() => setPanel(null)}
        missing={messages.prompts.titleAndContent}
      />
      {importing === null ? null : (
        <OverlaySuspense>
          <ImportDialog open={importing} onOpenChange={setImporting} />
        </OverlaySuspense>
      )}
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
