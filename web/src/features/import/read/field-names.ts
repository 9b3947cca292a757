import { importFields, type ImportField } from './source-row.ts';

/** The names of each field; of several names in one file, the earlier in this list wins. */
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

export interface FieldPositions {
  /** The position of each field's name. */
  readonly positions: ReadonlyMap<ImportField, number>;
  readonly ignored: readonly string[];
}

/** Finds the fields among names of columns or keys, whatever their order, case and spaces. */
export function findFields(columns: readonly string[]): FieldPositions {
  const best = new Map<ImportField, { position: number; rank: number }>();
  columns.forEach((column, position) => {
    const match = fieldOf.get(column.trim().toLowerCase());
    if (!match) return;
    const current = best.get(match.field);
    if (!current || match.rank < current.rank)
      best.set(match.field, { position, rank: match.rank });
  });
  const used = new Set([...best.values()].map(({ position }) => position));
  return {
    positions: new Map([...best].map(([field, { position }]) => [field, position])),
    ignored: columns.filter((column, position) => !used.has(position) && column.trim() !== ''),
  };
}

/** Returns the first names of columns or keys, and how many more there are, as a phrase. */
export function firstNames(
  names: readonly string[],
  format: (name: string) => string = (name) => name,
): string {
  if (names.length === 0) return 'none';
  const shown = names.slice(0, 6).map((name) => format(name.trim().slice(0, 30)));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-GB')} more` : '');
}

/** A sentence that names the required columns. */
export const requiredColumns =
  'A file needs a title (a column named title, act or name) and the prompt text (content, prompt or text).';
