import { Check, Copy, Star } from 'lucide-react';

/**
 * A prompt whose variables are filled in one after the other before it is copied. The animation
 * runs once, in CSS (ui/styles/typing.css), and keeps its last state.
 */
export function FillingPrompt() {
  return (
    <figure className="rounded-lg border border-hairline bg-surface shadow-float">
      <figcaption className="flex items-center gap-3 border-b border-hairline px-4 py-3 sm:px-5">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-md bg-sunken text-base"
        >
          ✍️
        </span>
        <span className="min-w-0 flex-1 truncate font-medium">Clear rewrite</span>
        <Star size={17} className="shrink-0 fill-star text-star" aria-hidden="true" />
        <span className="shrink-0 text-xs text-ink-quiet">Version 3</span>
      </figcaption>
      <div className="cue-line px-4 py-5 sm:px-6" data-here="true">
        <p className="font-mono text-sm leading-[1.85] sm:text-base sm:leading-[1.85]">
          You edit for clarity. Rewrite the text below for{' '}
          <TypedVariable
            name="audience"
            value="a new colleague"
            timing="[--at:1400ms] [--length:15]"
          />{' '}
          in a <TypedVariable name="tone" value="friendly" timing="[--at:2600ms] [--length:8]" />{' '}
          tone, in at most{' '}
          <TypedVariable name="limit" value="120 words" timing="[--at:3400ms] [--length:9]" />.
        </p>
        <p className="mt-4 font-mono text-sm leading-[1.85] sm:text-base sm:leading-[1.85]">
          Keep every number and name. Mark with [?] what you could not make sure of.
        </p>
      </div>
      <div className="flex items-center gap-x-5 gap-y-2 border-t border-hairline px-4 py-3 text-xs text-ink-quiet sm:px-5">
        <span>#editing</span>
        <span>#writing</span>
        <span className="copy-press ml-auto grid h-8 shrink-0 place-items-center rounded-md px-3 text-sm font-medium text-on-cue">
          <span aria-hidden="true" className="copy-before flex items-center gap-2">
            <Copy size={15} aria-hidden="true" /> Copy prompt
          </span>
          <span className="copy-after flex items-center gap-2">
            <Check size={15} aria-hidden="true" /> Copied
          </span>
        </span>
      </div>
    </figure>
  );
}

interface TypedVariableProps {
  readonly name: string;
  readonly value: string;
  /** Classes that set the start (`--at`) and the number of characters (`--length`). */
  readonly timing: string;
}

/**
 * A variable: its name, then its value. The longer of the two reserves the space, so that no line
 * moves.
 */
function TypedVariable({ name, value, timing }: TypedVariableProps) {
  return (
    <span className={`slot ${timing}`}>
      <span aria-hidden="true" className="slot-name rounded-sm bg-chip px-1 text-chip-ink">
        {`{{${name}}}`}
      </span>
      <span className="slot-value">
        <span className="rounded-sm bg-cue-wash box-decoration-clone px-1 text-ink">{value}</span>
      </span>
    </span>
  );
}
