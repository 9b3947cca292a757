/** ApiRequest and schema → what to do. No connection is taken before a plan stands. */
import type { ApiRequest, RowRange, SelectItem } from '#server/rest/parse/api-request.ts';
import type { MediaType } from '#server/rest/parse/media-type.ts';
import type { Preferences } from '#server/rest/parse/preferences.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Relation, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import type { BodyForm, Writing } from './body-form.ts';
import { planCall, type CallPlan } from './call-plan.ts';
import { negotiate, type Offer } from './negotiate.ts';
import { planRead } from './plan-read.ts';
import type { ReadNode } from './read-plan.ts';
import { similarName } from './similar-name.ts';
import { planWrite, type WritePlan } from './write-plan.ts';

interface Common {
  readonly media: MediaType;
  readonly form: BodyForm;
  readonly count: Preferences['count'];
  /** The rows asked for, before the server's cap. */
  readonly range: RowRange;
  /** Exactly one row must come, or nothing happens. */
  readonly singular: boolean;
  /** A write of more rows than this must not happen. */
  readonly maxAffected: number | null;
  readonly readOnly: boolean;
  /** The server's cap on the rows of an answer. */
  readonly maxRows: number;
}

export type Plan =
  | (Common & { readonly kind: 'read'; readonly relation: Relation; readonly node: ReadNode })
  | (Common & {
      readonly kind: 'write';
      readonly relation: Relation;
      readonly write: WritePlan;
      /** The representation; its conditions are the write's. */
      readonly node: ReadNode;
      readonly returns: boolean;
      readonly location: boolean;
    })
  | (Common & {
      readonly kind: 'call';
      readonly call: CallPlan;
      readonly relation: Relation | null;
      /** null for single values and void. */
      readonly node: ReadNode | null;
      /** LIMIT and OFFSET of a set of single values. */
      readonly tail: string;
    });

export interface PlanOptions {
  readonly schema: SchemaCache;
  readonly maxRows: number;
  /** Each level of embeds is one more subquery per row. */
  readonly maxEmbedDepth: number;
}

function depthOf(items: readonly SelectItem[]): number {
  const below = items.map((item) => ('items' in item ? 1 + depthOf(item.items) : 0));
  return Math.max(0, ...below);
}

/** PostgreSQL plans each embed with all others: a thousand of them in one request cost it seconds. */
const mostEmbeds = 100;

function embedsIn(items: readonly SelectItem[]): number {
  return items.reduce((sum, item) => sum + ('items' in item ? 1 + embedsIn(item.items) : 0), 0);
}

export function findRelation(schema: SchemaCache, schemaName: string, name: string): Relation {
  const relation = schema.relation(schemaName, name);
  if (relation !== undefined) return relation;
  const similar = similarName(name, schema.relationNames(schemaName), 0.75);
  throw refuse.relation(schemaName, name, similar);
}

function rowsForm(writing: Writing, headOnly: boolean): BodyForm {
  return headOnly ? { kind: 'none' } : { kind: 'rows', writing };
}

/** Whether all columns are wanted and nothing else. */
function selectsAll(node: ReadNode): boolean {
  return node.embeds.length === 0 && node.outputs.every(({ kind }) => kind === 'star');
}

/** The one column that is selected; null when it is not one, or more is. */
function singleColumn({ outputs, embeds, grouped }: ReadNode): Offer['values'] {
  const [only, ...more] = outputs;
  if (only?.kind !== 'field' || more.length > 0 || embeds.length > 0 || grouped) return null;
  const { field, cast, name } = only;
  const arrow = field.path.at(-1)?.arrow;
  const ofPath = arrow === undefined ? null : arrow === '->>' ? 'text' : 'jsonb';
  const type = cast ?? ofPath ?? field.column?.baseType;
  return type === undefined ? null : { type, column: name };
}

function planRelation(request: ApiRequest, { schema, maxRows }: PlanOptions): Plan {
  const { action, query, preferences } = request;
  const relation = findRelation(schema, request.schema, request.target);
  const row = { name: relation.name, relation };
  const source = { kind: 'relation', schema: relation.schema, name: relation.name } as const;
  const common = {
    maxRows,
    range: request.range,
    maxAffected: preferences.handling === 'strict' ? preferences.maxAffected : null,
  };
  if (action.kind === 'read') {
    const scope = { schema, schemaName: request.schema, maxRows };
    const node = planRead(scope, row, source, query, request.range);
    const { media, writing } = negotiate(request.accept, {
      schema,
      resource: relation,
      whole: selectsAll(node),
      values: singleColumn(node),
    });
    return Object.freeze<Plan>({
      ...common,
      kind: 'read',
      media,
      singular: media.kind === 'object',
      form: rowsForm(writing, request.headOnly),
      count: preferences.count,
      readOnly: true,
      relation,
      node,
    });
  }
  const returns = preferences.return === 'representation';
  const write = planWrite(request, relation);
  // The filters of a PUT name the row to write; they are no conditions of what comes back.
  // Nor is anything ever written in part: ranges mean nothing here.
  const read = { ...query, filters: action.kind === 'put' ? [] : query.filters, ranges: [] };
  const scope = { schema, schemaName: request.schema, maxRows: null };
  const node = planRead(scope, row, source, read, { offset: 0, limit: null });
  const { media, writing } = negotiate(request.accept, {
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
    form: returns ? rowsForm(writing, false) : { kind: 'none' },
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
  const maxAffected = preferences.handling === 'strict' ? preferences.maxAffected : null;
  if (maxAffected !== null && !returns.set) throw refuse.maxAffectedRoutine();
  const { relation: of } = returns;
  const relation = of === null ? null : (schema.relation(of.schema, of.name) ?? null);
  const row = { name: relation?.name ?? call.routine.name, relation };
  const scope = { schema, schemaName: request.schema, maxRows };
  const rows = { kind: 'rows', name: call.routine.name } as const;
  const node = isRow ? planRead(scope, row, rows, query, range) : null;
  const { media, writing } = negotiate(request.accept, {
    schema,
    resource: relation ?? call.routine,
    whole: node === null || selectsAll(node),
    values: returns.shape === 'scalar' ? { type: returns.type, column: 'pgrst_scalar' } : null,
  });
  const common = {
    kind: 'call',
    media,
    maxRows,
    range,
    call,
    // What is no set has one row, always.
    singular: media.kind === 'object' && (isRow || returns.set),
    maxAffected,
    count: preferences.count,
    readOnly: (action.kind === 'call' && action.by === 'GET') || volatility !== 'volatile',
    node,
  } as const;
  if (node === null) {
    const limit = returns.set ? Math.min(range.limit ?? maxRows, maxRows) : null;
    const cut = limit === null ? '' : ` LIMIT ${limit}`;
    const offset = returns.set && range.offset > 0 ? ` OFFSET ${range.offset}` : '';
    const hasBody = returns.shape === 'scalar' && !request.headOnly;
    return Object.freeze<Plan>({
      ...common,
      form: hasBody ? { kind: 'scalars', writing, set: returns.set } : { kind: 'none' },
      relation: null,
      tail: cut + offset,
    });
  }
  const form = rowsForm(writing, request.headOnly);
  return Object.freeze<Plan>({
    ...common,
    form: form.kind === 'rows' && !returns.set ? { kind: 'row', writing } : form,
    relation,
    tail: '',
  });
}

export function planRequest(request: ApiRequest, options: PlanOptions): Plan {
  if (depthOf(request.query.select) > options.maxEmbedDepth) {
    throw refuse.embedDepth(options.maxEmbedDepth);
  }
  if (embedsIn(request.query.select) > mostEmbeds) throw refuse.manyEmbeds(mostEmbeds);
  return request.action.kind === 'call'
    ? planRoutine(request, options)
    : planRelation(request, options);
}
