import { useMutation } from '@tanstack/react-query';
import { undeletePrompt } from '#web/data/prompts/prompt-mutations.ts';
import { Button } from '#web/ui/form/button.tsx';

/** A notice that a prompt is deleted, with a button to restore it. */
export function DeletedNotice({ id }: { readonly id: string }) {
  const undelete = useMutation(undeletePrompt);
  return (
    <div className="mb-6 flex max-w-[760px] flex-wrap items-center gap-3 rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink">
      <p className="min-w-0 flex-1">This prompt was deleted. You can restore it for 30 days.</p>
      <Button size="small" busy={undelete.isPending} onClick={() => undelete.mutate(id)}>
        Restore prompt
      </Button>
    </div>
  );
}
