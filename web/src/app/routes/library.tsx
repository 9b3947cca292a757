import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { promptCountQuery } from '#web/data/prompts.ts';
import { useUser } from '#web/data/session.ts';
import { ExportButton } from '#web/features/export/export-button.tsx';
import { DeletedGroups } from '#web/features/groups/deleted-groups.tsx';
import { ImportDialog } from '#web/features/import/import-dialog.tsx';
import { DeletedList } from '#web/features/prompts/deleted-list.tsx';
import type { PanelRequest } from '#web/features/prompts/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/prompt-panel.tsx';
import { SearchableList } from '#web/features/prompts/searchable-list.tsx';
import { countOf } from '#web/lib/count-of.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const deletedView = 'deleted';

/** All of the person's own prompts, and what they deleted lately. */
export function Component() {
  const [parameters] = useSearchParams();
  return parameters.get('view') === deletedView ? <Deleted /> : <Library />;
}

function Library() {
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const [importing, setImporting] = useState(false);

  const newPrompt = (
    <Button
      variant="primary"
      icon={<Plus size={17} aria-hidden="true" />}
      onClick={() => setPanel({ mode: 'create' })}
    >
      New Prompt
    </Button>
  );
  const importButton = (
    <Button icon={<Upload size={17} aria-hidden="true" />} onClick={() => setImporting(true)}>
      Import
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Library"
        back={routes.app}
        subtitle={<PromptCount />}
        actions={
          <>
            <ExportButton />
            {importButton}
            {newPrompt}
          </>
        }
      />
      <SearchableList
        kind="mine"
        label="Library"
        toPrompt={routes.libraryPrompt}
        aside={
          <ButtonLink
            to={`${routes.library}?view=${deletedView}`}
            variant="quiet"
            size="small"
            icon={<Trash2 size={15} aria-hidden="true" />}
          >
            Recently deleted
          </ButtonLink>
        }
        emptyAction={
          <>
            {importButton}
            {newPrompt}
          </>
        }
      />
      <PromptPanel
        request={panel}
        onClose={() => setPanel(null)}
        missing={messages.prompts.titleAndContent}
      />
      <ImportDialog open={importing} onOpenChange={setImporting} />
    </>
  );
}

function Deleted() {
  return (
    <>
      <PageHeader
        title="Recently deleted"
        back={routes.library}
        subtitle="Deleted prompts and groups can be brought back for 30 days."
      />
      <DeletedGroups />
      <DeletedList />
    </>
  );
}

/** How many prompts there are; keeps its place while it is counted. */
function PromptCount() {
  const user = useUser();
  const { data } = useQuery(promptCountQuery(user.id));
  return (
    <span className="inline-block min-h-5">
      {data === undefined ? '' : countOf(data, 'prompt')}
    </span>
  );
}
