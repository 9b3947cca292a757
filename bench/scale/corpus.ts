import { readFileSync } from 'node:fs';
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
}

const wordsOf = (texts: readonly string[]) => texts.flatMap((text) => text.match(/\S+\n*/g) ?? []);

function corpusOf(titles: readonly string[], contents: readonly string[]): Corpus {
  return {
    titleWords: wordsOf(titles),
    titleLengths: titles.map((title) => title.length),
    words: wordsOf(contents),
    lengths: contents.map((content) => content.length),
  };
}

/**
 * Yields the records of a CSV. Quoted fields may contain commas, line breaks and doubled quotes.
 */
function* parseCsv(csv: string): Generator<readonly string[]> {
  let record: string[] = [];
  for (const [, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g,
  )) {
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    yield record;
    record = [];
  }
}

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
    );
  }
  const rows = [...parseCsv(readFileSync(csv, 'utf8'))].slice(1).filter(([, content]) => content);
  return corpusOf(
    rows.map(([title = '']) => title),
    rows.map(([, content = '']) => content),
  );
}
