/** ApiRequest and schema → what to do. No connection is taken before a plan stands. */
import type { ApiRequest, RowRange } from '#server/rest/parse/api-request.ts';
import type { MediaType } from '#server/rest/parse/media-type.ts';
import { mediaTypeName } from '#server/rest/parse/media-type.ts';
import type { Preferences } from '#server/rest/parse/preferences.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Relation, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import type { BodyForm } from './body-form.ts';
import { planCall, type CallPlan } from './call-plan.ts';
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
}

export function findRelation(schema: SchemaCache, schemaName: string, name: string): Relation {
  const relation = schema.relation(schemaName, name);
  if (relation !== undefined) return relation;
  const similar = similarName(name, schema.relationNames(schemaName), 0.75);
  throw refuse.relation(schemaName, name, similar);
}

function choose(accept: readonly MediaType[], raw: 'text' | 'xml' | 'bytes' | null): MediaType {
  const chosen = accept.find(
    (media) => media.kind !== 'openapi' && (media.kind !== 'raw' || media.type === raw),
  );
  const [first] = accept;
  if (chosen !== undefined) return chosen;
  throw refuse.mediaType(
    first === undefined ? '*/*' : mediaTypeName(first).replace('; charset=utf-8', ''),
  );
}

function rowsForm(media: MediaType, headOnly: boolean): BodyForm {
  return headOnly ? { kind: 'none' } : { kind: 'rows', media };
}

function planRelation(request: ApiRequest, { schema, maxRows }: PlanOptions): Plan {
  const { action, query, preferences } = request;
  const relation = findRelation(schema, request.schema, request.target);
  const media = choose(request.accept, null);
  const row = { name: relation.name, relation };
  const source = { kind: 'relation', schema: relation.schema, name: relation.name } as const;
  const common = {
    media,
    maxRows,
    range: request.range,
    singular: media.kind === 'object',
    maxAffected: preferences.handling === 'strict' ? preferences.maxAffected : null,
  };
  if (action.kind === 'read') {
    const scope = { schema, schemaName: request.schema, maxRows };
    return Object.freeze<Plan>({
      ...common,
      kind: 'read',
      form: rowsForm(media, request.headOnly),
      count: preferences.count,
      readOnly: true,
      relation,
      node: planRead(scope, row, source, query, request.range),
    });
  }
  const returns = preferences.return === 'representation';
  const write = planWrite(request, relation);
  // The filters of a PUT name the row to write; they are no conditions of what comes back.
  const read = action.kind === 'put' ? { ...query, filters: [] } : query;
  const scope = { schema, schemaName: request.schema, maxRows: null };
  return Object.freeze<Plan>({
    ...common,
    kind: 'write',
    form: returns ? rowsForm(media, false) : { kind: 'none' },
    count: preferences.count,
    readOnly: false,
    relation,
    write,
    node: planRead(scope, row, source, read, request.range),
    returns,
    location: action.kind === 'insert' && preferences.return === 'headers-only',
  });
}

const rawOf: Readonly<Record<string, 'text' | 'xml' | 'bytes'>> = {
  text: 'text',
  xml: 'xml',
  bytea: 'bytes',
};

function planRoutine(request: ApiRequest, { schema, maxRows }: PlanOptions): Plan {
  const { action, query, preferences, range } = request;
  const call = planCall(request, schema);
  const { returns, volatility } = call.routine;
  const isScalar = returns.shape === 'scalar';
  const media = choose(request.accept, isScalar ? (rawOf[returns.type] ?? null) : null);
  const maxAffected = preferences.handling === 'strict' ? preferences.maxAffected : null;
  if (maxAffected !== null && !returns.set) throw refuse.maxAffectedRoutine();
  const common = {
    kind: 'call',
    media,
    maxRows,
    range,
    call,
    singular: media.kind === 'object' && returns.shape === 'row',
    maxAffected,
    readOnly: (action.kind === 'call' && action.by === 'GET') || volatility !== 'volatile',
  } as const;
  if (returns.shape !== 'row') {
    const limit = returns.set ? Math.min(range.limit ?? maxRows, maxRows) : null;
    const cut = limit === null ? '' : ` LIMIT ${limit}`;
    const offset = returns.set && range.offset > 0 ? ` OFFSET ${range.offset}` : '';
    const hasBody = isScalar && !request.headOnly;
    return Object.freeze<Plan>({
      ...common,
      form: hasBody ? { kind: 'scalars', media, set: returns.set } : { kind: 'none' },
      count: preferences.count,
      relation: null,
      node: null,
      tail: cut + offset,
    });
  }
  const { relation: of } = returns;
  const relation = of === null ? null : (schema.relation(of.schema, of.name) ?? null);
  const row = { name: relation?.name ?? call.routine.name, relation };
  const form = rowsForm(media, request.headOnly);
  const scope = { schema, schemaName: request.schema, maxRows };
  return Object.freeze<Plan>({
    ...common,
    form: form.kind === 'rows' && !returns.set ? { kind: 'row', media } : form,
    count: preferences.count,
    relation,
    node: planRead(scope, row, { kind: 'rows', name: call.routine.name }, query, range),
    tail: '',
  });
}

export function planRequest(request: ApiRequest, options: PlanOptions): Plan {
  return request.action.kind === 'call'
    ? planRoutine(request, options)
    : planRelation(request, options);
}
