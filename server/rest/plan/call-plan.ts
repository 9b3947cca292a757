import type { ApiRequest, Literal, Query } from '#server/rest/parse/api-request.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Routine, RoutineArgument, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { chooseRoutine, unnamedArgumentType } from './choose-routine.ts';

type ArgumentValue =
  | { readonly kind: 'value'; readonly literal: Literal }
  /** The values of a variadic argument. */
  | { readonly kind: 'variadic'; readonly slots: readonly number[] }
  | { readonly kind: 'body' };

type WholeValue =
  /** The body; `bytes` says whether it is in hexadecimal digits. */
  | { readonly kind: 'body'; readonly bytes: boolean }
  /** The arguments of a query string or a form, as a JSON object. */
  | { readonly kind: 'object'; readonly entries: readonly NamedValue[] };

interface NamedValue {
  readonly name: string;
  readonly value: Literal;
}

/** The plan of a function call. */
export type CallPlan =
  | {
      /** The only, unnamed argument takes everything that was sent. */
      readonly kind: 'whole';
      readonly routine: Routine;
      readonly type: string;
      readonly value: WholeValue;
    }
  | {
      readonly kind: 'named';
      readonly routine: Routine;
      readonly arguments: readonly {
        readonly argument: RoutineArgument;
        readonly value: ArgumentValue;
      }[];
      /** Whether the body is a list, of which only the first item counts. */
      readonly list: boolean;
    };

/**
 * Returns the value that the query string has for an argument, or null. If a parameter is sent
 * more than once, the last counts, unless the argument is variadic.
 */
function queryArgument(request: ApiRequest, argument: RoutineArgument): ArgumentValue | null {
  const sent = request.query.args.filter(({ name }) => name === argument.name);
  const last = sent.at(-1);
  if (last === undefined) return null;
  if (!argument.variadic) return { kind: 'value', literal: last.value };
  const slots = sent.flatMap(({ value }) => (value.kind === 'slot' ? [value.slot] : []));
  return { kind: 'variadic', slots };
}

/** Throws if the query selects, filters or orders: single values have no columns. */
function refuseColumnClauses({ select, filters, orders, ranges }: Query): void {
  const isWhole = select.every(({ kind }) => kind === 'star');
  const hasEmbedRange = ranges.some(({ path }) => path.length > 0);
  if (!isWhole || filters.length > 0 || orders.length > 0 || hasEmbedRange) {
    throw refuse.noColumns();
  }
}

/** Chooses the function of a call and the source of each argument's value. */
export function planCall(request: ApiRequest, schema: SchemaCache): CallPlan {
  const { action, body, query } = request;
  const by = action.kind === 'call' ? action.by : 'POST';
  const fromValues = by === 'GET' || body.kind === 'form';
  const keys = body.kind === 'rows' ? (body.keys ?? query.columns ?? []) : [];
  const argumentNames = fromValues ? [...new Set(query.args.map(({ name }) => name))] : keys;
  const routine = chooseRoutine(schema, {
    schemaName: request.schema,
    name: request.target,
    by,
    argumentNames,
    body,
  });
  if (routine.returns.shape !== 'row') refuseColumnClauses(query);
  const type = unnamedArgumentType(routine);
  if (type !== null) {
    const bytes = body.kind === 'raw' && body.type === 'bytes';
    const value: WholeValue = fromValues
      ? { kind: 'object', entries: query.args }
      : { kind: 'body', bytes };
    return { kind: 'whole', routine, type, value };
  }
  const list = body.kind === 'rows' && body.list;
  const named = routine.arguments.flatMap((argument) => {
    const value: ArgumentValue | null = fromValues
      ? queryArgument(request, argument)
      : argumentNames.includes(argument.name)
        ? { kind: 'body' }
        : null;
    return value === null ? [] : [{ argument, value }];
  });
  return { kind: 'named', routine, arguments: named, list };
}
