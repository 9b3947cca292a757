import { useNavigate, useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import type { Technique } from '#web/features/techniques/technique.ts';
import { TechniquesList } from '#web/features/techniques/techniques-list.tsx';
import { techniques } from '#web/features/techniques/techniques.ts';
import { Button } from '#web/ui/form/button.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';

/** /app/techniques. `?use={id}` opens the prompt panel with that technique's skeleton. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const used = techniques.find(({ id }) => id === address.get('use'));

  function use(id: string | null) {
    setAddress(id === null ? {} : { use: id }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <PageHeader
        title="Techniques"
        subtitle="Twenty ways to write a prompt, each with a worked example and the reason it works."
      />
      <TechniquesList
        renderUse={({ id, title }) => (
          <Button aria-label={`Use this technique: ${title}`} onClick={() => use(id)}>
            Use this technique
          </Button>
        )}
      />
      <PromptPanel
        key={used?.id}
        request={used ? skeletonRequest(used) : null}
        onClose={() => use(null)}
        onSaved={(id) => void navigate(routes.prompt(id))}
      />
    </>
  );
}

function skeletonRequest({ title, description, skeleton }: Technique): PanelRequest {
  return { mode: 'create', start: { title, description, content: skeleton } };
}
