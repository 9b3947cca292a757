import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { Marked } from '#web/ui/content/marked.tsx';
import type { Technique } from './technique.ts';

interface TechniqueCardProps {
  readonly technique: Technique;
  /** Its position in the list, from 1. */
  readonly number: number;
  /** The button that uses it. */
  readonly use: ReactNode;
}

/** A technique: description and reason at the left, the example at the right. */
export function TechniqueCard({ technique, number, use }: TechniqueCardProps) {
  const { id, title, description, why } = technique;
  return (
    <li
      id={id}
      data-found
      className="grid scroll-mt-20 gap-x-10 gap-y-5 border-t border-hairline py-8 lg:grid-cols-[5fr_6fr]"
    >
      <div>
        <h2 className="flex items-baseline gap-3 font-serif text-xl font-medium text-ink">
          <span className="shrink-0 text-base text-ink-quiet tabular-nums">{number}</span>
          <span id={`${id}-title`}>
            <Marked text={title} />
          </span>
        </h2>
        <p className="mt-2 text-ink-soft">
          <Marked text={description} />
        </p>
        <h3 className="mt-4 text-sm font-medium text-ink">Why it works</h3>
        <p className="mt-1 text-sm text-ink-soft">
          <Marked text={why} />
        </p>
        <div className="mt-5">{use}</div>
      </div>
      <Example technique={technique} />
    </li>
  );
}

/** The example prompt; its whole length and its answer unfold, also without JavaScript. */
function Example({ technique: { example } }: { readonly technique: Technique }) {
  const [prompt = '', result = ''] = example.split('\n\n→ ');
  return (
    <div className="group/example self-start rounded-lg border border-hairline bg-surface">
      <h3 className="px-4 pt-3 text-xs font-medium text-ink-quiet sm:px-5">Example</h3>
      <p className="line-clamp-5 px-4 pt-2 font-mono text-sm leading-relaxed break-words whitespace-pre-wrap text-ink group-has-[[open]]/example:line-clamp-none sm:px-5">
        <Marked text={prompt} />
      </p>
      <details className="px-2 py-2 sm:px-3">
        <summary
          className={cx(
            buttonClass({ variant: 'quiet', size: 'small' }),
            'cursor-pointer list-none [&::-webkit-details-marker]:hidden',
          )}
        >
          <ChevronDown
            size={15}
            className="transition-transform group-has-[[open]]/example:rotate-180"
          />
          <span className="group-has-[[open]]/example:hidden">Show More</span>
          <span className="hidden group-has-[[open]]/example:inline">Show Less</span>
        </summary>
        <div className="mx-2 mt-2 mb-3 border-l border-hairline pl-4">
          <h4 className="text-xs font-medium text-ink-quiet">Answer</h4>
          <p className="mt-1 text-sm leading-relaxed break-words whitespace-pre-wrap text-ink-soft">
            {result}
          </p>
        </div>
      </details>
    </div>
  );
}
