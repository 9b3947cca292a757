import type { BodyShape } from '#server/rest/parse/api-request.ts';
import { refuse, RestError } from '#server/rest/rest-error.ts';
import type { Routine, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { similarName } from './similar-name.ts';

export interface Call {
  readonly schemaName: string;
  readonly name: string;
  readonly by: 'GET' | 'POST';
  readonly argumentNames: readonly string[];
  readonly body: BodyShape;
}

/** Returns the type of a function's only argument if that has no name; null otherwise. */
export function unnamedArgumentType({ arguments: [only, ...more] }: Routine): string | null {
  return only === undefined || more.length > 0 || only.name !== '' ? null : only.type;
}

const rawTypes = {
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
  json: ['json', 'jsonb'],
} as const;

/** Returns the kind of argument that can take the whole body; null if none can. */
function bodyArgumentType({ by, body }: Call): keyof typeof rawTypes | null {
  if (by === 'GET' || body.kind === 'form') return null;
  if (body.kind === 'rows' && body.format === 'csv') return null;
  return body.kind === 'raw' ? body.type : 'json';
}

/**
 * Whether the call names all required arguments and no unknown one. An unnamed argument has the
 * empty name, as in `{"": 1}`.
 */
function acceptsNamedArguments(routine: Routine, { body, argumentNames: sent }: Call): boolean {
  // A raw body has no names: it can only be the one argument of a function.
  if (body.kind === 'raw') return false;
  const names = new Set(sent);
  const argumentNames = new Set(routine.arguments.map(({ name }) => name));
  if ([...names].some((name) => !argumentNames.has(name))) return false;
  return routine.arguments.every(({ name, required }) => !required || names.has(name));
}

function acceptsWholeBody(routine: Routine, call: Call): boolean {
  const raw = bodyArgumentType(call);
  const type = unnamedArgumentType(routine);
  return raw !== null && type !== null && rawTypes[raw].some((name) => name === type);
}

function notFound(schema: SchemaCache, call: Call, overloads: readonly Routine[]): RestError {
  // Only an object, or a list of objects with equal keys, names arguments.
  if (call.body.kind === 'raw' && call.body.type === 'json') return refuse.keysDiffer();
  const target = `${call.schemaName}.${call.name}`;
  const names = listedNames(call);
  const raw = call.body.kind === 'raw' ? call.body.type : null;
  const none = names.length === 0;
  const message = raw !== null ? '' : none ? ' without parameters' : `(${names.join(', ')})`;
  const parameters = none
    ? ' without parameters'
    : ` with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
  const searched =
    raw !== null
      ? ` with a single unnamed ${rawTypes[raw][0]} parameter`
      : parameters +
        (bodyArgumentType(call) === 'json' ? ' or with a single unnamed json/jsonb parameter' : '');
  let hint: string | null = null;
  if (raw === null && overloads.length === 0) {
    const similar = similarName(call.name, schema.routineNames(call.schemaName), 0.75);
    hint = similar === null ? null : `${call.schemaName}.${similar}`;
  } else if (raw === null) {
    const lists = overloads.map((routine) =>
      argumentList(routine.arguments.map(({ name }) => name)),
    );
    const similar = similarName(argumentList(names), lists, 0.33);
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

/** No function has more than 100 arguments; a request may name a million. */
function listedNames({ argumentNames }: Call): readonly string[] {
  if (argumentNames.length <= 100) return [...argumentNames].sort();
  return [...argumentNames.slice(0, 100), '…'];
}

function argumentList(names: readonly string[]): string {
  return `(${[...names].sort().join(', ')})`;
}

function ambiguousCall(candidates: readonly Routine[]): RestError {
  const signature = (routine: Routine) =>
    `${routine.schema}.${routine.name}(${routine.arguments.map(({ name, type }) => `${name} => ${type}`).join(', ')})`;
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${candidates.map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}

/**
 * Returns the function that a call means. Functions whose argument names fit come first; where
 * none fits, those whose one unnamed argument can take the whole body.
 */
export function chooseRoutine(schema: SchemaCache, call: Call): Routine {
  const overloads = schema.routines(call.schemaName, call.name);
  const named = overloads.filter((routine) => acceptsNamedArguments(routine, call));
  const candidates =
    named.length > 0 ? named : overloads.filter((routine) => acceptsWholeBody(routine, call));
  const [first] = candidates;
  if (first === undefined) throw notFound(schema, call, overloads);
  if (candidates.length > 1) throw ambiguousCall(candidates);
  return first;
}
