import { importFields, type ImportField } from './source-row.ts';

/** Names under which files hold a field; of several in one file, the earlier in this list is taken. */
const names: Readonly<Record<ImportField, readonly string[]>> = {
  title: ['title', 'act', 'name'],
  content: ['content', 'prompt', 'text'],
  description: ['description'],
  tags: ['tags'],
  category: ['category'],
  group: ['group'],
};

const fieldOf = new Map(
  importFields.flatMap((field) =>
    names[field].map((name, rank) => [name, { field, rank }] as const),
  ),
);

export interface FieldPlaces {
  /** For each field that was found, the position of its name. */
  readonly places: ReadonlyMap<ImportField, number>;
  readonly ignored: readonly string[];
}

/** Finds the fields among the names of columns or keys: any order, any case, spaces around them allowed. */
export function findFields(columns: readonly string[]): FieldPlaces {
  const best = new Map<ImportField, { place: number; rank: number }>();
  columns.forEach((column, place) => {
    const known = fieldOf.get(column.trim().toLowerCase());
    if (!known) return;
    const current = best.get(known.field);
    if (!current || known.rank < current.rank) best.set(known.field, { place, rank: known.rank });
  });
  const used = new Set([...best.values()].map(({ place }) => place));
  return {
    places: new Map([...best].map(([field, { place }]) => [field, place])),
    ignored: columns.filter((column, place) => !used.has(place) && column.trim() !== ''),
  };
}

/** One sentence naming the columns that an import looks for. */
export const neededColumns =
  'A file needs a title (a column named title, act or name) and the text of the prompt (content, prompt or text).';
