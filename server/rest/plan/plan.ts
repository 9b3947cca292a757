/** Plans an ApiRequest against the schema cache. No connection is needed for that. */
import type { ApiRequest, RowRange, SelectItem } from '#server/rest/parse/api-request.ts';
import type { MediaType } from '#server/rest/parse/media-type.ts';
import type { Preferences } from '#server/rest/parse/preferences.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Relation, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import type { ResponseBody, BodyEncoding } from './response-body.ts';
import { planCall, type CallPlan } from './call-plan.ts';
import { negotiate, type ResourceOffer } from './negotiate.ts';
import { planRead } from './plan-read.ts';
import type { ReadNode } from './read-plan.ts';
import { similarName } from './similar-name.ts';
import { planWrite, type WritePlan } from './write-plan.ts';

interface PlanBase {
  readonly media: MediaType;
  readonly body: ResponseBody;
  readonly count: Preferences['count'];
  /** The requested rows, before the server's cap. */
  readonly range: RowRange;
  /** Whether the request fails unless there is exactly one row; a write is then rolled back. */
  readonly singular: boolean;
  /** The most rows that may be updated, deleted or returned by a call; beyond, it is rolled back. */
  readonly maxAffected: number | null;
  readonly readOnly: boolean;
  /** The server's cap on the rows of a response. */
  readonly maxRows: number;
}

export type Plan =
  | (PlanBase & { readonly kind: 'read'; readonly relation: Relation; readonly node: ReadNode })
  | (PlanBase & {
      readonly kind: 'write';
      readonly relation: Relation;
      readonly write: WritePlan;
      /** The read of the representation; its conditions are those of the write. */
      readonly node: ReadNode;
      readonly returns: boolean;
      readonly location: boolean;
    })
  | (PlanBase & {
      readonly kind: 'call';
      readonly call: CallPlan;
      readonly relation: Relation | null;
      /** Null for single values and void. */
      readonly node: ReadNode | null;
      /** LIMIT and OFFSET of a set of single values. */
      readonly limitOffsetSql: string;
    });

export interface PlanOptions {
  readonly schema: SchemaCache;
  readonly maxRows: number;
  /** Each level of embeds is one more subquery per row. */
  readonly maxEmbedDepth: number;
}

function embedDepth(items: readonly SelectItem[]): number {
  const depths = items.map((item) => ('items' in item ? 1 + embedDepth(item.items) : 0));
  return Math.max(0, ...depths);
}

/** PostgreSQL plans all embeds together: planning a thousand of them takes seconds. */
const maxEmbeds = 100;

function countEmbeds(items: readonly SelectItem[]): number {
  return items.reduce((sum, item) => sum + ('items' in item ? 1 + countEmbeds(item.items) : 0), 0);
}

/** Returns a relation by name. Throws PGRST205, with a similar name as the hint, if none exists. */
export function findRelation(schema: SchemaCache, schemaName: string, name: string): Relation {
  const relation = schema.relation(schemaName, name);
  if (relation !== undefined) return relation;
  const similar = similarName(name, schema.relationNames(schemaName), 0.75);
  throw refuse.relation(schemaName, name, similar);
}

function rowsBody(encoding: BodyEncoding, headOnly: boolean): ResponseBody {
  return headOnly ? { kind: 'none' } : { kind: 'rows', encoding };
}

/** Whether the node selects exactly all columns. */
function selectsAll(node: ReadNode): boolean {
  return node.embeds.length === 0 && node.outputs.every(({ kind }) => kind === 'star');
}

/** Returns the type and name of the only selected column; null if it is not exactly one. */
function singleColumn({ outputs, embeds, grouped }: ReadNode): ResourceOffer['values'] {
  const [only, ...more] = outputs;
  if (only?.kind !== 'field' || more.length > 0 || embeds.length > 0 || grouped) return null;
  const { field, cast, name } = only;
  const arrow = field.path.at(-1)?.arrow;
  const ofPath = arrow === undefined ? null : arrow === '->>' ? 'text' : 'jsonb';
  const type = cast ?? ofPath ?? field.column?.baseType;
  return type === undefined ? null : { type, column: name };
}

/** Throws if the client wants invalid preferences refused, and sent one. */
function requireValidPreferences({ handling, invalid }: Preferences): void {
  if (handling === 'strict' && invalid.length > 0) throw refuse.preferences(invalid);
}

function planRelation(request: ApiRequest, { schema, maxRows }: PlanOptions): Plan {
  const { action, query, preferences } = request;
  const relation = findRelation(schema, request.schema, request.target);
  const row = { name: relation.name, relation };
  const source = { kind: 'relation', schema: relation.schema, name: relation.name } as const;
  // As in PostgREST, inserts ignore max-affected.
  const isLimited = action.kind === 'update' || action.kind === 'delete';
  const common = {
    maxRows,
    range: request.range,
    maxAffected: isLimited && preferences.handling === 'strict' ? preferences.maxAffected : null,
  };
  if (action.kind === 'read') {
    const scope = { schema, schemaName: request.schema, maxRows };
    const node = planRead(scope, row, source, query, request.range);
    const { media, encoding } = negotiate(request.accept, {
      schema,
      resource: relation,
      whole: selectsAll(node),
      values: singleColumn(node),
    });
    requireValidPreferences(preferences);
    return Object.freeze<Plan>({
      ...common,
      kind: 'read',
      media,
      singular: media.kind === 'object',
      body: rowsBody(encoding, request.headOnly),
      count: preferences.count,
      readOnly: true,
      relation,
      node,
    });
  }
  const returns = preferences.return === 'representation';
  const write = planWrite(request, relation);
  // The filters of a PUT name the row to write; they don't filter the representation. Ranges
  // don't apply to writes: all rows are written.
  const read = { ...query, filters: action.kind === 'put' ? [] : query.filters, ranges: [] };
  const scope = { schema, schemaName: request.schema, maxRows: null };
  const node = planRead(scope, row, source, read, { offset: 0, limit: null });
  requireValidPreferences(preferences);
  const { media, encoding } = negotiate(request.accept, {
    schema,
    resource: relation,
    whole: selectsAll(node),
    values: null,
  });
  return Object.freeze<Plan>({
    ...common,
    kind: 'write',
    media,
    singular: media.kind === 'object',
    body: returns ? rowsBody(encoding, false) : { kind: 'none' },
    count: preferences.count,
    readOnly: false,
    relation,
    write,
    node,
    returns,
    location: action.kind === 'insert' && preferences.return === 'headers-only',
  });
}

function planRoutine(request: ApiRequest, { schema, maxRows }: PlanOptions): Plan {
  const { action, query, preferences, range } = request;
  const call = planCall(request, schema);
  const { returns, volatility } = call.routine;
  const isRow = returns.shape === 'row';
  const rowType = returns.relation;
  const relation =
    rowType === null ? null : (schema.relation(rowType.schema, rowType.name) ?? null);
  const row = {
    name: relation?.name ?? call.routine.name,
    relation,
    columnTypes: returns.columns,
  };
  const scope = { schema, schemaName: request.schema, maxRows };
  const rows = { kind: 'rows', name: call.routine.name } as const;
  const node = isRow ? planRead(scope, row, rows, query, range) : null;
  const { media, encoding } = negotiate(request.accept, {
    schema,
    resource: relation ?? call.routine,
    whole: node === null || selectsAll(node),
    values: returns.shape === 'scalar' ? { type: returns.type, column: 'pgrst_scalar' } : null,
  });
  requireValidPreferences(preferences);
  const maxAffected = preferences.handling === 'strict' ? preferences.maxAffected : null;
  if (maxAffected !== null && !returns.set) throw refuse.maxAffectedRoutine();
  const common = {
    kind: 'call',
    media,
    maxRows,
    range,
    call,
    // A function that returns a single value, not a set, always has one row.
    singular: media.kind === 'object' && (isRow || returns.set),
    maxAffected,
    count: preferences.count,
    readOnly: (action.kind === 'call' && action.by === 'GET') || volatility !== 'volatile',
    node,
  } as const;
  if (node === null) {
    const limit = returns.set ? Math.min(range.limit ?? maxRows, maxRows) : null;
    const limitSql = limit === null ? '' : ` LIMIT ${limit}`;
    const offsetSql = returns.set && range.offset > 0 ? ` OFFSET ${range.offset}` : '';
    const hasBody = returns.shape === 'scalar' && !request.headOnly;
    return Object.freeze<Plan>({
      ...common,
      body: hasBody ? { kind: 'scalars', encoding, set: returns.set } : { kind: 'none' },
      relation: null,
      limitOffsetSql: limitSql + offsetSql,
    });
  }
  const body = rowsBody(encoding, request.headOnly);
  return Object.freeze<Plan>({
    ...common,
    body: body.kind === 'rows' && !returns.set ? { kind: 'row', encoding } : body,
    relation,
    limitOffsetSql: '',
  });
}

/** Plans a request. Throws a RestError if the schema does not allow it. */
export function planRequest(request: ApiRequest, options: PlanOptions): Plan {
  if (embedDepth(request.query.select) > options.maxEmbedDepth) {
    throw refuse.embedDepth(options.maxEmbedDepth);
  }
  if (countEmbeds(request.query.select) > maxEmbeds) throw refuse.manyEmbeds(maxEmbeds);
  return request.action.kind === 'call'
    ? planRoutine(request, options)
    : planRelation(request, options);
}
