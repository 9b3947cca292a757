import type { Catalogue, CatalogueRelation } from './introspection.ts';
import { readOrigins, type Origin } from './view-origins.ts';

/** The columns of views, traced through nested views to the columns of tables. */
export interface ViewColumns {
  /**
   * Returns the relations that have all of these columns of a table, with the columns' names there:
   * the table itself first, then each view.
   */
  images(table: number, columns: readonly number[]): readonly Image[];
}

interface Image {
  readonly relation: CatalogueRelation;
  readonly columns: readonly string[];
}

/** A column of a view, and the path of FROM items to its table: only one row has equal paths. */
interface ViewColumn {
  readonly name: string;
  readonly item: string;
}

const maxViewDepth = 32;
/** A view may have the same column many times. Further combinations are ignored. */
const maxImages = 8;

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
    let item = '';
    for (let depth = 0; at !== undefined && depth < maxViewDepth; depth += 1) {
      item += `/${at.item}`;
      const view = direct.get(at.relation);
      if (view === undefined) return { ...at, item };
      at = view.get(at.column);
    }
    return undefined;
  };
  /** The views that have a column, and what it is there, by `table.column`. */
  const viewsByColumn = new Map<string, Map<number, ViewColumn[]>>();
  for (const [oid, columns] of direct) {
    const view = byOid.get(oid);
    if (view === undefined || !view.exposed) continue;
    for (const [number, origin] of columns) {
      const base = resolve(origin);
      const name = columnName(view, number);
      if (base === undefined || name === undefined) continue;
      const key = `${base.relation}.${base.column}`;
      const views = viewsByColumn.get(key) ?? new Map<number, ViewColumn[]>();
      viewsByColumn.set(key, views);
      views.set(oid, [...(views.get(oid) ?? []), { name, item: base.item }]);
    }
  }
  return {
    images(table, columns) {
      const images: Image[] = [];
      const base = byOid.get(table);
      if (base === undefined) return images;
      const own = columns.map((number) => columnName(base, number));
      if (own.every((name) => name !== undefined)) images.push({ relation: base, columns: own });
      const [first, ...others] = columns.map((number) => viewsByColumn.get(`${table}.${number}`));
      for (const [oid, starts] of first ?? []) {
        const view = byOid.get(oid);
        if (view === undefined) continue;
        let combinations = starts.map(({ name, item }) => ({ names: [name], item }));
        for (const other of others) {
          const more = other?.get(oid) ?? [];
          combinations = combinations.flatMap(({ names, item }) =>
            more
              .filter((column) => column.item === item)
              .map(({ name }) => ({ names: [...names, name], item })),
          );
        }
        for (const { names } of combinations.slice(0, maxImages)) {
          images.push({ relation: view, columns: names });
        }
      }
      return images;
    },
  };
}
