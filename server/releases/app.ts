import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Database } from '#server/db/database.ts';
import type { ProgramVerifier } from '#server/http/caller/access-tokens.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { jsonObject } from '#server/http/json/json-object.ts';
import { parseSmallJson } from '#server/http/json/parse-json.ts';
import { LargeBodies } from '#server/http/body/large-bodies.ts';
import { readBytes } from '#server/http/body/read-bytes.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import { logUnexpected } from '#server/http/request-middleware.ts';
import {
  describePrompt,
  describeText,
  describeVariables,
} from '#server/library/describe-prompt.ts';
import { LibraryError } from '#server/library/library-error.ts';
import { Library, type LibraryPrompt } from '#server/library/library.ts';
import type { Log } from '#server/log.ts';
import { ApiError, fromCallerRefusal, toApiError } from './api-error.ts';
import { respondCacheable } from './respond-cacheable.ts';

export interface ReleasesDependencies {
  readonly database: Pick<Database, 'requests'>;
  readonly programVerifier: ProgramVerifier;
  readonly log: Log;
}

const maxReferences = 50;
/** In the texts of one response. */
const maxCharacters = 20_000_000;
/** The values may make a text of four million characters, and most scripts take two bytes for each. */
const maxFillBytes = 8 * 1024 * 1024;
const maxPageSize = 100;
const defaultPageSize = 50;
const textValues = v.pipe(
  jsonObject,
  v.guard((values): values is Record<string, string> =>
    Object.values(values).every((value) => typeof value === 'string'),
  ),
);
const fillBody = v.pipe(jsonObject, v.strictObject({ variables: v.optional(textValues, {}) }));

/**
 * Builds the API by which programs read prompts, to be mounted at /api/v1. Unknown parameters are
 * refused: a program that asks for a version in another way must not get the latest.
 */
export function buildReleases({ database, programVerifier, log }: ReleasesDependencies) {
  const app = new Hono<HttpEnv>();
  const largeBodies = new LargeBodies(maxFillBytes);

  async function openLibrary(c: Context<HttpEnv>): Promise<Library> {
    const headers = requestHeaders(c);
    if (/^bearer *$/i.test(headers.get('authorization') ?? '')) {
      throw new ApiError('unauthorized', 'The access token is empty.');
    }
    const clientAddress = () => c.get('clientAddress');
    const caller = await programVerifier.identify(headers, clientAddress);
    if ('kind' in caller) throw fromCallerRefusal(caller);
    return new Library(
      { runner: database.requests, log },
      { caller, clientAddress, path: c.req.path },
    );
  }

  app.get('/prompts', async (c) => {
    const library = await openLibrary(c);
    const { searchParams } = new URL(c.req.url);
    if (searchParams.has('ids')) return respondCacheable(c, await readMany(library, searchParams));
    return respondCacheable(c, JSON.stringify(await readPage(library, searchParams)));
  });

  app.get('/prompts/:reference', async (c) => {
    const library = await openLibrary(c);
    refuseOtherParameters(new URL(c.req.url).searchParams, []);
    const prompt = await library.find(c.req.param('reference'));
    const [text = ''] = await library.expandTexts([prompt.content]);
    const describe = () => JSON.stringify(describeResolved(prompt, describeText(text)));
    return respondCacheable(c, await library.takeTurn(text, describe));
  });

  app.post('/prompts/:reference/fill', async (c) => {
    const library = await openLibrary(c);
    refuseOtherParameters(new URL(c.req.url).searchParams, []);
    const key = () => library.callerKey;
    return largeBodies.run(requestHeaders(c), key, async (inTime) => {
      const bytes = await inTime(readBytes(c, maxFillBytes));
      if (bytes === null) {
        throw new ApiError('payload_too_large', 'Values may take 8 MiB at most.');
      }
      const values = await parseFillBody(new TextDecoder().decode(bytes));
      const prompt = await library.find(c.req.param('reference'));
      const { text, variables, unfilled } = await library.fill(prompt, values);
      c.header('cache-control', 'no-store');
      return c.json({
        ...describePrompt(prompt),
        text,
        variables: describeVariables(variables),
        unfilled,
      });
    });
  });

  const refuseMethod = (allow: string) => () => {
    throw new ApiError('method_not_allowed', `This address answers ${allow} only.`, {
      headers: { allow },
    });
  };
  app.all('/prompts', refuseMethod('GET'));
  app.all('/prompts/:reference', refuseMethod('GET'));
  app.all('/prompts/:reference/fill', refuseMethod('POST'));
  app.all('*', () => {
    throw new ApiError('not_found', 'There is nothing at this address. See docs/releases-api.md.');
  });

  app.onError((thrown, c) => {
    const error = toApiError(thrown);
    if (error.status >= 500) logUnexpected(log, c, 'a request to /api/v1 failed', thrown);
    return c.json(error.body(), error.status, { 'cache-control': 'no-store', ...error.headers });
  });
  return app;
}

/**
 * Reads prompts by their references, in their order, as JSON; what cannot be read has an error instead.
 * Long texts take a while: other requests get their turn in between, and the same text is read once.
 */
async function readMany(library: Library, parameters: URLSearchParams): Promise<string> {
  refuseOtherParameters(parameters, ['ids']);
  const references = parameters.getAll('ids').flatMap((ids) => ids.split(','));
  if (references.length > maxReferences) {
    throw new ApiError('invalid_request', `Ask for at most ${maxReferences} prompts at once.`);
  }
  const found = await library.findMany(references);
  const contents = found.map((each) => (each instanceof LibraryError ? '' : each.content));
  const texts = await library.expandTexts(contents);
  if (texts.reduce((sum, { length }) => sum + length, 0) > maxCharacters) {
    throw new ApiError(
      'invalid_request',
      'Ask for fewer prompts at once: their texts have more than 20,000,000 characters.',
    );
  }
  const described = new Map<string, ReturnType<typeof describeText>>();
  const prompts: string[] = [];
  for (const [index, each] of found.entries()) {
    const reference = references[index];
    if (each instanceof LibraryError) {
      prompts.push(JSON.stringify({ reference, error: toApiError(each).body() }));
      continue;
    }
    await nextTurn();
    const text = texts[index] ?? '';
    const describe = () => {
      const description = described.get(text) ?? describeText(text);
      described.set(text, description);
      return JSON.stringify({ reference, ...describeResolved(each, description) });
    };
    prompts.push(await library.takeTurn(text, describe));
  }
  return `{"prompts":[${prompts.join(',')}]}`;
}

/** Reads a page of the caller's prompts, without their texts. */
async function readPage(library: Library, parameters: URLSearchParams) {
  refuseOtherParameters(parameters, ['label', 'group', 'limit', 'after']);
  if (library.personId === null) {
    throw new ApiError('unauthorized', 'An access token is required to list prompts.', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
  const label = single(parameters, 'label');
  if (label === '' || label === 'latest') {
    throw new ApiError('invalid_request', 'Leave label out to list the latest versions.');
  }
  const group = single(parameters, 'group');
  const limit = single(parameters, 'limit') ?? String(defaultPageSize);
  if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > maxPageSize) {
    throw new ApiError('invalid_request', `limit is a number from 1 to ${maxPageSize}.`);
  }
  const after = single(parameters, 'after');
  const { prompts, next } = await library.list({ label, group, after, limit: Number(limit) });
  return { prompts: prompts.map(describePrompt), next };
}

/** Describes a prompt with its text, and the text as it was written if it includes others. */
function describeResolved(prompt: LibraryPrompt, description: ReturnType<typeof describeText>) {
  const source = description.text === prompt.content ? {} : { source: prompt.content };
  return { ...describePrompt(prompt), ...description, ...source };
}

async function parseFillBody(text: string) {
  // Without abortEarly, each invalid value of a large body would become an issue in memory.
  const value = text === '' ? {} : await parseSmallJson(text);
  const body = v.safeParse(fillBody, value, { abortEarly: true });
  if (body.success) return body.output.variables;
  throw new ApiError(
    'invalid_request',
    'Send JSON such as {"variables": {"name": "Ada"}}, where each value is a text.',
  );
}

/** Returns a parameter; null without it. */
function single(parameters: URLSearchParams, name: string): string | null {
  const [value = null, ...more] = parameters.getAll(name);
  if (more.length > 0) throw new ApiError('invalid_request', `Send ${name} once.`);
  return value;
}

function refuseOtherParameters(parameters: URLSearchParams, allowed: readonly string[]): void {
  const other = [...parameters.keys()].find((name) => !allowed.includes(name));
  if (other === undefined) return;
  throw new ApiError(
    'invalid_request',
    `The parameter ${other} is not known here. A version or label follows the name, as in name@production.`,
  );
}
