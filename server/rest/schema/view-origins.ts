/**
 * Finds the origin of each column of a view: a column of another relation. PostgreSQL keeps it in
 * the view's parsed query (`resorigtbl`, `resorigcol` of the target list). It prints that as
 * nested `{NODE :field value}`.
 */

export interface Origin {
  readonly relation: number;
  readonly column: number;
  /** The item of FROM that has the column: a view may join the same table twice. */
  readonly item: string;
}

const token = /\\.|[(){}]|[^\s(){}\\]+(?:\\.[^\s(){}\\]*)*|\s+/gsu;

/** Returns the origins of columns by their number in the view. A computed column has none. */
export function readOrigins(definition: string): ReadonlyMap<number, Origin> {
  const origins = new Map<number, Origin>();
  let depth = 0;
  let inTargets = false;
  let field = '';
  let column = 0;
  let relation = 0;
  let item = '';
  for (const [text] of definition.matchAll(token)) {
    if (text.trim() === '') continue;
    if (text === '{' || text === '(') {
      depth += 1;
      continue;
    }
    if (text === '}' || text === ')') {
      depth -= 1;
      continue;
    }
    // The rule is `({QUERY :targetList ({TARGETENTRY …} …) …})`: fields of the query are at depth
    // 2, fields of the entries at depth 4. A column's entry is `:expr {VAR :varno …}`.
    if (depth === 2 && text.startsWith(':')) inTargets = text === ':targetList';
    if (!inTargets || (depth !== 4 && depth !== 5)) continue;
    if (text.startsWith(':')) {
      field = text;
      continue;
    }
    if (field === ':varno') item = text;
    else if (field === ':resno') column = Number(text);
    else if (field === ':resorigtbl') relation = Number(text);
    else if (field === ':resorigcol' && relation > 0) {
      origins.set(column, { relation, column: Number(text), item });
    }
    field = '';
  }
  return origins;
}
