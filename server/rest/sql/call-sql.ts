import type { CallPlan } from '#server/rest/plan/call-plan.ts';
import { quoteIdentifier, quoteName } from './identifiers.ts';
import type { Parameters } from './parameters.ts';

/** The call as FROM reads it; its row has the function's name, or pgrst_call for single values. */
export function callFrom(plan: CallPlan, parameters: Parameters): { from: string; row: string } {
  const { routine } = plan;
  const target = quoteName(routine.schema, routine.name);
  const scalar = routine.returns.shape !== 'row';
  const row = quoteIdentifier(scalar ? 'pgrst_call' : routine.name);
  const called = (given: string) => {
    // A record that declares no columns cannot stand in FROM. All else does, where nothing leaves its call out.
    if (routine.returns.type === 'record' && scalar) {
      return `(SELECT ${target}(${given}) AS pgrst_scalar) AS ${row}`;
    }
    return `${target}(${given}) AS ${scalar ? `${row}(pgrst_scalar)` : row}`;
  };
  if (plan.kind === 'whole') {
    const type = routine.arguments[0]?.type ?? 'json';
    return { from: called(parameters.add({ kind: 'body' }, type)), row };
  }
  const written = plan.arguments.map(({ argument, value }) => {
    const name = quoteIdentifier(argument.name);
    const given =
      value.kind === 'body'
        ? `pgrst_args.${name}`
        : value.kind === 'gathered'
          ? parameters.add(value, argument.type)
          : parameters.value(value.literal, argument.type);
    return `${argument.variadic ? 'VARIADIC ' : ''}${name} := ${given}`;
  });
  const call = called(written.join(', '));
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
