/**
 * From which column of which relation each column of a view comes. PostgreSQL keeps that in the parsed query
 * of the view (`resorigtbl`, `resorigcol` of its target list), which it prints as nested `{NODE :field value}`.
 */

export interface Origin {
  readonly relation: number;
  readonly column: number;
}

const token = /\\.|[(){}]|[^\s(){}\\]+(?:\\.[^\s(){}\\]*)*|\s+/gsu;

/** Origins of the columns by their number in the view; without one where it is computed. */
export function readOrigins(definition: string): ReadonlyMap<number, Origin> {
  const origins = new Map<number, Origin>();
  let depth = 0;
  let inTargets = false;
  let field = '';
  let column = 0;
  let relation = 0;
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
    // The rule is `({QUERY :targetList ({TARGETENTRY …} …) …})`: its fields are at depth 2, entries' at 4.
    if (depth === 2 && text.startsWith(':')) inTargets = text === ':targetList';
    if (!inTargets || depth !== 4) continue;
    if (text.startsWith(':')) {
      field = text;
      continue;
    }
    if (field === ':resno') column = Number(text);
    else if (field === ':resorigtbl') relation = Number(text);
    else if (field === ':resorigcol' && relation > 0) {
      origins.set(column, { relation, column: Number(text) });
    }
    field = '';
  }
  return origins;
}
