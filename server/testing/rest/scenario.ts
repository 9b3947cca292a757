import type { RestFixture, SendOptions, FixtureResponse } from './rest-fixture.ts';

/** A request and its expected response. Parts that the scenario omits are not compared. */
export interface Scenario {
  readonly send: readonly [string, string, SendOptions?];
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
}

export type Expected = Omit<Scenario, 'send'>;

function pickHeaders(
  sent: FixtureResponse,
  names: Iterable<string>,
): Record<string, string | null> {
  return Object.fromEntries([...names].map((name) => [name, sent.headers.get(name)]));
}

/** Sends a scenario and returns the parts of the response to compare with {@link expectedOf}. */
export async function runScenario(rest: RestFixture, scenario: Scenario): Promise<Expected> {
  const sent = await rest.send(...scenario.send);
  const refused = sent.status >= 400 && scenario.status < 400;
  return {
    status: sent.status,
    ...('json' in scenario ? { json: sent.json } : {}),
    ...('text' in scenario || refused ? { text: sent.text } : {}),
    ...(scenario.headers === undefined
      ? {}
      : { headers: pickHeaders(sent, Object.keys(scenario.headers)) }),
  };
}

export function expectedOf({ status, json, text, headers }: Scenario): Expected {
  return {
    status,
    ...(json === undefined ? {} : { json }),
    ...(text === undefined ? {} : { text }),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** Returns the body of an error of PostgREST, without details and hint by default. */
export function errorBody(
  code: string,
  message: unknown,
  { details = null, hint = null }: { readonly details?: unknown; readonly hint?: unknown } = {},
) {
  return { code, details, hint, message };
}
