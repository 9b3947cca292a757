import { useMutation } from '@tanstack/react-query';
import { undeletePrompt } from '#web/data/prompts/prompt-mutations.ts';
import { Button } from '#web/ui/form/button.tsx';

/** Says that a prompt is deleted, and brings it back. */
export function DeletedNotice({ id }: { readonly id: string }) {
  const bringBack = useMutation(undeletePrompt);
  return (
    <div className="mb-6 flex max-w-[760px] flex-wrap items-center gap-3 rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink">
      <p className="min-w-0 flex-1">This prompt is deleted. It can be brought back for 30 days.</p>
      <Button size="small" busy={bringBack.isPending} onClick={() => bringBack.mutate(id)}>
        Bring back
      </Button>
    </div>
  );
}
