import type { StepBindings } from '#web/lib/variables/step-bindings.ts';

/** The values that a chain gives to variables of a step; nothing if it gives none. */
export function BindingList({ bindings }: { readonly bindings: StepBindings<number> }) {
  const entries = Object.entries(bindings);
  if (entries.length === 0) return null;
  return (
    <dl className="mt-2 flex flex-col gap-0.5 text-xs text-ink-quiet">
      {entries.map(([name, binding]) => (
        <div key={name} className="truncate print:whitespace-normal">
          <dt className="inline font-medium text-ink-soft">{name}: </dt>
          <dd className="inline">
            {'step' in binding
              ? `answer of step ${binding.step}`
              : `“${binding.text.slice(0, 200)}”`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
