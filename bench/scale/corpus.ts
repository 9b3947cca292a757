import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { promptText } from '../prompt-text.ts';

/**
 * Words and lengths of real prompts, with duplicates, so that random picks keep their frequency.
 */
export interface Corpus {
  readonly titleWords: readonly string[];
  readonly titleLengths: readonly number[];
  /** Sequences without spaces; each includes its punctuation and line breaks. */
  readonly words: readonly string[];
  /** In characters. */
  readonly lengths: readonly number[];
  /** Share of words that are artificial instead. */
  readonly artificialShare: number;
}

const wordsOf = (texts: readonly string[]) => texts.flatMap((text) => text.match(/\S+\n*/g) ?? []);

function corpusOf(
  titles: readonly string[],
  contents: readonly string[],
  artificialShare: number,
): Corpus {
  return {
    titleWords: wordsOf(titles),
    titleLengths: titles.map((title) => title.length),
    words: wordsOf(contents),
    lengths: contents.map((content) => content.length),
    artificialShare,
  };
}

/**
 * The benchmark's own texts have only some three hundred words, which are half of the words of real
 * prompts.
 */
const ownTextsArtificialShare = 0.45;

/**
 * Reads a corpus from a CSV with a header line, whose first two columns are title and content.
 * Without a file, it uses the benchmark's own texts.
 */
export function readCorpus(csv: string | null): Corpus {
  if (csv === null) {
    const generated = Array.from({ length: 2_000 }, (_, number) => promptText(number));
    return corpusOf(
      generated.map(({ title }) => title),
      generated.map(({ content }) => content),
      ownTextsArtificialShare,
    );
  }
  const { data } = Papa.parse<readonly string[]>(readFileSync(csv, 'utf8'));
  const rows = data.slice(1).filter(([, content]) => content);
  return corpusOf(
    rows.map(([title = '']) => title),
    rows.map(([, content = '']) => content),
    0.01,
  );
}
