import { useMemo } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import type { Notation } from '#web/lib/variables/placeholders.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { notationUses } from '#web/features/import/prepare/make-variables.ts';
import type { PreparedPrompt } from '#web/features/import/prepare/prepare-import.ts';

interface PlaceholderChoiceProps {
  readonly prompts: readonly PreparedPrompt[];
  readonly chosen: ReadonlySet<Notation>;
  readonly onChange: (chosen: ReadonlySet<Notation>) => void;
}

/** Offers to turn placeholders of other tools into variables, by notation. */
export function PlaceholderChoice({ prompts, chosen, onChange }: PlaceholderChoiceProps) {
  const uses = useMemo(() => notationUses(prompts), [prompts]);
  if (uses.length === 0) return null;

  function choose(notation: Notation, checked: boolean) {
    const next = new Set(chosen);
    if (checked) next.add(notation);
    else next.delete(notation);
    onChange(next);
  }

  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium text-ink">
        Turn other tools' placeholders into variables
      </legend>
      <ul className="flex flex-col gap-1.5">
        {uses.map(({ notation, prompts: count, source, variable }) => (
          <li key={notation}>
            <Checkbox
              label={
                <>
                  <code className="font-mono">{notation}</code> in {formatCount(count, 'prompt')},
                  such as{' '}
                  <code className="font-mono break-words">
                    {source} <span aria-label="becomes">→</span> {variable}
                  </code>
                </>
              }
              checked={chosen.has(notation)}
              onCheckedChange={(checked) => choose(notation, checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
