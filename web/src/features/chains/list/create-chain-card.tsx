import { ListPlus } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';

/** The first card of the list, which creates a chain. */
export function CreateChainCard() {
  return (
    <li className="flex min-h-44 flex-col rounded-lg border border-dashed border-outline p-4">
      <h2 className="flex min-h-7 items-start gap-2.5 text-base font-medium text-ink">
        <ListPlus size={20} className="mt-0.5 shrink-0 text-ink-quiet" />
        Create New Chain
      </h2>
      <p className="mt-1.5 text-sm text-ink-soft">
        Create a sequence of prompts to streamline your workflow
      </p>
      <div className="mt-auto pt-4">
        <ButtonLink to={routes.createChain} variant="primary">
          Get Started
        </ButtonLink>
      </div>
    </li>
  );
}
