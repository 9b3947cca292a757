/** On a phone, the content below a step's title also takes the width of its number. */
export const belowNumberClass = 'max-sm:-ml-11';

/** The number in front of a step. */
export function StepNumber({ number }: { readonly number: number }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken font-serif text-lg text-ink-soft lining-nums tabular-nums"
    >
      {number}
    </span>
  );
}
