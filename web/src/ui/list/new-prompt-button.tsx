import { Plus } from 'lucide-react';
import { Button } from '#web/ui/form/button.tsx';

interface NewPromptButtonProps {
  readonly onClick: () => void;
  /** It stands in an empty list, and only on phones: others show it in the page's header. */
  readonly inList?: boolean;
}

/** Opens the panel that creates a prompt. A phone's bar at the foot has 'New' for the header's. */
export function NewPromptButton({ onClick, inList = false }: NewPromptButtonProps) {
  return (
    <Button
      variant="primary"
      icon={<Plus size={17} />}
      onClick={onClick}
      className={inList ? 'sm:hidden' : 'max-sm:hidden'}
    >
      New Prompt
    </Button>
  );
}
