import { useState } from 'react';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { Button } from '#web/ui/form/button.tsx';
import { loadWhenOpened } from '#web/ui/overlay/overlays.tsx';

const SharingDialog = loadWhenOpened(() => import('./sharing-dialog.tsx'));

/** Opens the list of those who can see a prompt. Its script loads when it first opens. */
export function WhoCanSee({ prompt }: { readonly prompt: PromptDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" className="-ml-2.5" onClick={() => setIsOpen(true)}>
        Who can see this?
      </Button>
      <SharingDialog prompt={prompt} open={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}
