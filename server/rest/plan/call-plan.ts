import type { ApiRequest, Literal, Query } from '#server/rest/parse/api-request.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Routine, RoutineArgument, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { chooseRoutine } from './choose-routine.ts';

type ArgumentValue =
  | { readonly kind: 'value'; readonly literal: Literal }
  | { readonly kind: 'gathered'; readonly slots: readonly number[] }
  | { readonly kind: 'body' };

export type CallPlan =
  | { readonly kind: 'whole'; readonly routine: Routine }
  | {
      readonly kind: 'named';
      readonly routine: Routine;
      readonly arguments: readonly {
        readonly argument: RoutineArgument;
        readonly value: ArgumentValue;
      }[];
      /** Whether the body is a list, of which the first counts. */
      readonly list: boolean;
    };

/** Of a parameter sent more than once the last counts, unless the argument is variadic. */
function fromQuery(request: ApiRequest, argument: RoutineArgument): ArgumentValue | null {
  const given = request.query.args.filter(({ name }) => name === argument.name);
  const last = given.at(-1);
  if (last === undefined) return null;
  if (!argument.variadic) return { kind: 'value', literal: last.value };
  const slots = given.flatMap(({ value }) => (value.kind === 'slot' ? [value.slot] : []));
  return { kind: 'gathered', slots };
}

/** Single values have no columns: what is said of some must not be passed over. */
function requireNoColumns({ select, filters, orders, ranges }: Query): void {
  const isWhole = select.every(({ kind }) => kind === 'star');
  const inner = ranges.some(({ path }) => path.length > 0);
  if (!isWhole || filters.length > 0 || orders.length > 0 || inner) throw refuse.noColumns();
}

export function planCall(request: ApiRequest, schema: SchemaCache): CallPlan {
  const { action, body, query } = request;
  const by = action.kind === 'call' ? action.by : 'POST';
  const fromValues = by === 'GET' || body.kind === 'form';
  const keys = body.kind === 'rows' ? (body.keys ?? query.columns ?? []) : [];
  const argumentNames = fromValues ? [...new Set(query.args.map(({ name }) => name))] : keys;
  const { routine, whole } = chooseRoutine(schema, {
    schemaName: request.schema,
    name: request.target,
    by,
    argumentNames,
    body,
  });
  if (routine.returns.shape !== 'row') requireNoColumns(query);
  if (whole) return { kind: 'whole', routine };
  const list = body.kind === 'rows' && body.list;
  const given = routine.arguments.flatMap((argument) => {
    const value: ArgumentValue | null = fromValues
      ? fromQuery(request, argument)
      : argumentNames.includes(argument.name)
        ? { kind: 'body' }
        : null;
    return value === null ? [] : [{ argument, value }];
  });
  return { kind: 'named', routine, arguments: given, list };
}
