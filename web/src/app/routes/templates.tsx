import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { RowActions } from '#web/features/prompts/list/row-actions.tsx';
import { copyRequest } from '#web/features/prompts/copy/copy-request.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import { Templates } from '#web/features/templates/templates.tsx';
import { useSearch } from '#web/lib/search/use-search.ts';
import { setSearchParam } from '#web/lib/values/set-search-param.ts';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

/** /app/templates. The category is in the address, so that it can be linked to. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const { typed, type, query } = useSearch();
  const [panel, setPanel] = useState<PanelRequest | null>(null);
  const { actions, dialogs } = usePromptActions();
  const client = useQueryClient();
  const navigate = useNavigate();

  function choose(category: string | null) {
    setAddress(setSearchParam('category', category ?? ''), {
      replace: true,
      preventScrollReset: true,
    });
  }

  async function use(template: PromptSummary) {
    try {
      const content =
        template.content ?? (await client.fetchQuery(promptQuery(template.id))).content;
      setPanel(copyRequest({ ...template, content }));
    } catch {
      toast.error(messages.templates.fetchFailed);
    }
  }

  return (
    <>
      <PageHeader
        title="Templates"
        subtitle="Prompts to start from. Pick one to open your own editable copy."
      />
      <SearchBox
        className="mb-4"
        label="Search templates"
        placeholder="Search templates..."
        filters
        withoutFilters={['group:', 'in:', 'author:']}
        value={typed}
        onChange={type}
      />
      <Templates
        search={query}
        category={address.get('category')}
        onCategoryChange={choose}
        onClear={() => {
          type('');
          choose(null);
        }}
        renderActions={(template) => <RowActions prompt={template} actions={actions} />}
        onUse={(template) => void use(template)}
      />
      <PromptPanel
        request={panel}
        onClose={() => setPanel(null)}
        onSaved={(id) => void navigate(routes.prompt(id))}
      />
      {dialogs}
    </>
  );
}
