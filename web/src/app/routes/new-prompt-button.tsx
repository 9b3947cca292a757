import { Plus } from 'lucide-react';
import { Button } from '#web/ui/form/button.tsx';

/** Opens the panel that creates a prompt. */
export function NewPromptButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="primary" icon={<Plus size={17} aria-hidden="true" />} onClick={onClick}>
      New Prompt
    </Button>
  );
}
