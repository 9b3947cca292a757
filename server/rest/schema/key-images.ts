import type { Catalogue, CatalogueRelation } from './introspection.ts';
import { readOrigins, type Origin } from './view-origins.ts';

/** Follows the columns of views, through views of views, to the tables they show. */
export interface ViewColumns {
  /**
   * In which relations, and there under which names, all of these columns of a table can be seen: the table
   * itself first, then every view.
   */
  images(table: number, columns: readonly number[]): readonly Image[];
}

interface Image {
  readonly relation: CatalogueRelation;
  readonly columns: readonly string[];
}

const deepest = 32;
/** A view may show one column many times; more combinations than this say nothing anymore. */
const mostImages = 8;

function columnName(relation: CatalogueRelation, number: number): string | undefined {
  return relation.columns.find((column) => column.number === number)?.name;
}

export function followViews({ relations }: Catalogue): ViewColumns {
  const byOid = new Map(relations.map((relation) => [relation.oid, relation]));
  const direct = new Map<number, ReadonlyMap<number, Origin>>();
  for (const { oid, definition } of relations) {
    if (definition !== null) direct.set(oid, readOrigins(definition));
  }
  const resolve = (origin: Origin): Origin | undefined => {
    let at: Origin | undefined = origin;
    for (let depth = 0; at !== undefined && depth < deepest; depth += 1) {
      const view = direct.get(at.relation);
      if (view === undefined) return at;
      at = view.get(at.column);
    }
    return undefined;
  };
  /** `table.column` → the views that show it, with the names there. */
  const shown = new Map<string, Map<number, string[]>>();
  for (const [oid, columns] of direct) {
    const view = byOid.get(oid);
    if (view === undefined || !view.exposed) continue;
    for (const [number, origin] of columns) {
      const base = resolve(origin);
      const name = columnName(view, number);
      if (base === undefined || name === undefined) continue;
      const key = `${base.relation}.${base.column}`;
      const views = shown.get(key) ?? new Map<number, string[]>();
      shown.set(key, views);
      views.set(oid, [...(views.get(oid) ?? []), name]);
    }
  }
  return {
    images(table, columns) {
      const images: Image[] = [];
      const base = byOid.get(table);
      if (base === undefined) return images;
      const own = columns.map((number) => columnName(base, number));
      if (own.every((name) => name !== undefined)) images.push({ relation: base, columns: own });
      const [first, ...others] = columns.map((number) => shown.get(`${table}.${number}`));
      for (const [oid, names] of first ?? []) {
        const view = byOid.get(oid);
        if (view === undefined) continue;
        let combinations = names.map((name) => [name]);
        for (const other of others) {
          const more = other?.get(oid) ?? [];
          combinations = combinations.flatMap((start) => more.map((name) => [...start, name]));
        }
        for (const combination of combinations.slice(0, mostImages)) {
          images.push({ relation: view, columns: combination });
        }
      }
      return images;
    },
  };
}
