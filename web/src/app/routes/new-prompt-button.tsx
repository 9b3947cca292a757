import { Plus } from 'lucide-react';
import { Button } from '#web/ui/form/button.tsx';

interface NewPromptButtonProps {
  readonly onClick: () => void;
  /** In a page's header, phones don't show it: their bar at the foot has 'New'. */
  readonly inHeader?: boolean;
}

/** Opens the panel that creates a prompt. */
export function NewPromptButton({ onClick, inHeader = false }: NewPromptButtonProps) {
  return (
    <Button
      variant="primary"
      icon={<Plus size={17} />}
      onClick={onClick}
      className={inHeader ? 'max-sm:hidden' : undefined}
    >
      New Prompt
    </Button>
  );
}
