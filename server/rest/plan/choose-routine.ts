import type { BodyShape } from '#server/rest/parse/api-request.ts';
import { RestError } from '#server/rest/rest-error.ts';
import type { Routine, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { similarName } from './similar-name.ts';

export interface Call {
  readonly schemaName: string;
  readonly name: string;
  readonly by: 'GET' | 'POST';
  readonly argumentNames: readonly string[];
  readonly body: BodyShape;
}

const rawTypes = {
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
  json: ['json', 'jsonb'],
} as const;

function rawType({ by, body }: Call): keyof typeof rawTypes | null {
  if (by === 'GET' || body.kind === 'form') return null;
  return body.kind === 'raw' ? body.type : 'json';
}

/** A body that can only be the one argument of a function, not a set of named ones. */
function onlyRaw({ body }: Call): boolean {
  return body.kind === 'raw';
}

function takesNamed(routine: Routine, call: Call): boolean {
  if (onlyRaw(call)) return false;
  const names = new Set(call.argumentNames);
  if (routine.arguments.some(({ name }) => name === '')) return false;
  const known = new Set(routine.arguments.map(({ name }) => name));
  if ([...names].some((name) => !known.has(name))) return false;
  return routine.arguments.every(({ name, required }) => !required || names.has(name));
}

function takesWhole(routine: Routine, call: Call): boolean {
  const [only, ...more] = routine.arguments;
  const raw = rawType(call);
  if (only === undefined || more.length > 0 || only.name !== '' || raw === null) return false;
  return rawTypes[raw].some((type) => type === only.type);
}

function notFound(schema: SchemaCache, call: Call, overloads: readonly Routine[]): RestError {
  const target = `${call.schemaName}.${call.name}`;
  const names = [...call.argumentNames].sort();
  const raw = call.body.kind === 'raw' && call.body.type !== 'json' ? call.body.type : null;
  const none = names.length === 0;
  const message = raw !== null ? '' : none ? ' without parameters' : `(${names.join(', ')})`;
  const parameters = none
    ? ' without parameters'
    : ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
  const searched =
    raw !== null
      ? ` with a single unnamed ${rawTypes[raw][0]} parameter`
      : parameters +
        (rawType(call) === 'json' ? ' or with a single unnamed json/jsonb parameter' : '');
  let hint: string | null = null;
  if (raw === null && overloads.length === 0) {
    const similar = similarName(call.name, schema.routineNames(call.schemaName), 0.75);
    hint = similar === null ? null : `${call.schemaName}.${similar}`;
  } else if (raw === null) {
    const lists = overloads.map((routine) => listed(routine.arguments.map(({ name }) => name)));
    const similar = similarName(listed(names), lists, 0.33);
    hint = similar === null ? null : `${target}${similar}`;
  }
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${target}${message} in the schema cache`,
    {
      details: `Searched for the function ${target}${searched}, but no matches were found in the schema cache.`,
      hint: hint === null ? null : `Perhaps you meant to call the function ${hint}`,
    },
  );
}

function listed(names: readonly string[]): string {
  return `(${[...names].sort().join(', ')})`;
}

function ambiguous(found: readonly Routine[]): RestError {
  const signature = (routine: Routine) =>
    `${routine.schema}.${routine.name}(${routine.arguments.map(({ name, type }) => `${name} => ${type}`).join(', ')})`;
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${found.map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

/** The function that a call means, by its name and the names of its arguments. */
export function chooseRoutine(
  schema: SchemaCache,
  call: Call,
): { routine: Routine; whole: boolean } {
  const overloads = schema.routines(call.schemaName, call.name);
  const named = overloads.filter((routine) => takesNamed(routine, call));
  const whole = overloads.filter((routine) => takesWhole(routine, call));
  const found = named.length > 0 ? named : whole;
  const [first] = found;
  if (first === undefined) throw notFound(schema, call, overloads);
  if (found.length > 1) throw ambiguous(found);
  return { routine: first, whole: named.length === 0 };
}
