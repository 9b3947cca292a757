/**
 * Types a word after 500 ms, 50 ms per character. The CSS (ui/styles/typing.css) supports words of
 * up to 16 characters. Its space is reserved, so nothing moves. Without motion or styles, the word
 * is simply there.
 */
export function TypedWord({ word }: { readonly word: string }) {
  return (
    <span className="relative block w-fit whitespace-nowrap text-cue-ink italic">
      <span className="sr-only">{word}</span>
      <span aria-hidden="true" className="typed-word">
        {Array.from(word, (character, index) => (
          <span key={index}>{character}</span>
        ))}
      </span>
    </span>
  );
}
