import { readFileSync } from 'node:fs';
import { promptText } from '../texts.ts';

/** What texts are made of: words as often, and lengths as they are, in prompts that people wrote. */
export interface Corpus {
  readonly titleWords: readonly string[];
  readonly titleLengths: readonly number[];
  /** Pieces between spaces, line breaks and punctuation with them. */
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

/** Fields in quotes may hold commas, line breaks and doubled quotes. */
function* recordsOf(csv: string): Generator<readonly string[]> {
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

/** From a CSV whose first two columns are title and content, under a line of headers; without one, from the bench's own texts. */
export function readCorpus(csv: string | null): Corpus {
  if (csv === null) {
    const own = Array.from({ length: 2_000 }, (_, number) => promptText(number));
    return corpusOf(
      own.map(({ title }) => title),
      own.map(({ content }) => content),
    );
  }
  const rows = [...recordsOf(readFileSync(csv, 'utf8'))].slice(1).filter(([, content]) => content);
  return corpusOf(
    rows.map(([title = '']) => title),
    rows.map(([, content = '']) => content),
  );
}
