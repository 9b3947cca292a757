import type { CallPlan } from '#server/rest/plan/call-plan.ts';
import { quoteIdentifier, quoteName } from './identifiers.ts';
import type { Parameters } from './parameters.ts';

/** Returns the call for FROM. Its row has the function's name, or pgrst_call for single values. */
export function callFromSql(plan: CallPlan, parameters: Parameters): { from: string; row: string } {
  const { routine } = plan;
  const target = quoteName(routine.schema, routine.name);
  const scalar = routine.returns.shape !== 'row';
  const row = quoteIdentifier(scalar ? 'pgrst_call' : routine.name);
  const callSql = (args: string) => {
    // PostgreSQL allows no record without declared columns in FROM. Any other function is called
    // in FROM, where the planner cannot drop an unused call.
    if (routine.returns.type === 'record' && scalar) {
      return `(SELECT ${target}(${args}) AS pgrst_scalar) AS ${row}`;
    }
    return `${target}(${args}) AS ${scalar ? `${row}(pgrst_scalar)` : row}`;
  };
  if (plan.kind === 'whole') {
    const { type, value } = plan;
    const isText = type === 'bytea' && !(value.kind === 'body' && value.bytes);
    const sent = parameters.add(
      value.kind === 'body' ? { kind: 'body' } : value,
      isText ? 'text' : type,
    );
    return { from: callSql(isText ? `convert_to(${sent}, 'UTF8')` : sent), row };
  }
  const namedArguments = plan.arguments.map(({ argument, value }) => {
    const name = quoteIdentifier(argument.name);
    const valueSql =
      value.kind === 'body'
        ? `pgrst_args.${name}`
        : value.kind === 'variadic'
          ? parameters.add(value, argument.type)
          : parameters.value(value.literal, argument.type);
    return `${argument.variadic ? 'VARIADIC ' : ''}${name} := ${valueSql}`;
  });
  const call = callSql(namedArguments.join(', '));
  const fromBody = plan.arguments.filter(({ value }) => value.kind === 'body');
  if (fromBody.length === 0) return { from: call, row };
  const typed = fromBody.map(
    ({ argument }) => `${quoteIdentifier(argument.name)} ${argument.type}`,
  );
  const body = parameters.add({ kind: 'body' }, 'json');
  const fields = `AS pgrst_args(${typed.join(', ')})`;
  const args = plan.list
    ? `(SELECT * FROM json_to_recordset(${body}) ${fields} LIMIT 1) AS pgrst_args`
    : `json_to_record(${body}) ${fields}`;
  return { from: `${args}, LATERAL ${call}`, row };
}
