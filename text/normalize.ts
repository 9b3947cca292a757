/** Marks that follow a letter, also the halfwidth ones, which NFKC turns into such. */
const marks = /[\p{M}\uff9e\uff9f]{2,}/gu;
const thirty = /[^\u034f]{30}(?=[^\u034f])/gu;

/**
 * Normalizes a text in time that grows with its length only. The marks after a letter are sorted, in
 * time that grows with the square of their number. So every 30, more than any language uses, are
 * followed by a grapheme joiner, across which nothing is sorted (UAX #15, Stream-Safe Text Format).
 */
export function normalize(text: string, form: 'NFC' | 'NFKC'): string {
  return text
    .replaceAll(marks, (run) => (run.length > 30 ? run.replaceAll(thirty, '$&\u034f') : run))
    .normalize(form);
}
