import { useTyping } from './use-typing.ts';

const pace = { delay: 500, interval: 50 };

/** A word that is typed, in a place kept free for it: nothing around it moves. */
export function TypedWord({ word }: { readonly word: string }) {
  const typed = useTyping(word.length, pace);
  return (
    <span className="relative block w-fit whitespace-nowrap">
      <span className="opacity-0">{word}</span>
      <span aria-hidden="true" className="absolute top-0 left-0 text-cue-ink italic">
        {word.slice(0, typed)}
        {typed < word.length ? (
          <span className="ml-px inline-block h-[0.8em] w-[2px] translate-y-[0.08em] bg-cue" />
        ) : null}
      </span>
    </span>
  );
}
