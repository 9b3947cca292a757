import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerCapabilities,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import { LibraryError } from '#server/library/library-error.ts';
import type { Library } from '#server/library/library.ts';
import type { Log } from '#server/log.ts';
import { completeArgument, completeReference } from './completions.ts';
import { messageFor } from './message-for.ts';
import {
  promptUriTemplate,
  referenceOfUri,
  textType,
  toPromptEntry,
  toResourceEntry,
} from './prompt-entries.ts';
import { describe, type PromptSet, readPromptPage } from './prompt-set.ts';
import { registerTools } from './tools.ts';
import manifest from '../../package.json' with { type: 'json' };

/** The choices in a client's address. */
export interface ListChoice {
  readonly set: PromptSet;
  /** Zed hides prompts with more than one argument, so they can be listed without any. */
  readonly hasArguments: boolean;
}

export interface McpServerContext {
  readonly library: Library;
  readonly choice: ListChoice;
  /** The public address of this installation. */
  readonly origin: string;
  readonly brand: string;
  /** Whether changes of lists can be followed. */
  readonly canFollow: boolean;
  readonly log: Log;
}

/** Codex reads only the first 512 characters. */
export const instructions = `The prompts that the person wrote, those of their teams and those shared with them. Before you write a prompt yourself, call search. Use get_prompt with values for the variables to receive the text to work with; a missing value keeps its default or its {{placeholder}}, so ask the person for it. update_prompt needs base_version, the version that you read: if it is refused, read the prompt again. Prompts have a name and an id; name@3 is version 3, name@production the one with that label.`;

const hourMs = 3_600_000;
const lists = { ttlMs: 0, cacheScope: 'private' } as const;
const fixed = { ttlMs: hourMs, cacheScope: 'private' } as const;
const cacheHints = {
  'server/discover': fixed,
  'tools/list': fixed,
  'resources/templates/list': fixed,
  'prompts/list': lists,
  'resources/list': lists,
  'resources/read': lists,
} as const;

const {
  PaginatedRequestParams: pageParams,
  GetPromptRequestParams,
  ReadResourceRequestParams,
  CompleteRequestParams,
} = specTypeSchemas;

/** Creates the server of one request. It speaks for the caller of the library. */
export function createLibraryServer(context: McpServerContext): McpServer {
  const { library, choice, origin, brand, canFollow, log } = context;
  const capabilities: ServerCapabilities = {
    prompts: { listChanged: canFollow },
    resources: { listChanged: canFollow },
    tools: { listChanged: false },
    completions: {},
  };
  const mcp = new McpServer(
    { name: 'cuebook', title: brand, version: manifest.version, websiteUrl: origin },
    { capabilities, instructions, cacheHints },
  );
  registerTools(mcp, library, origin, log);
  const { server } = mcp;

  /** Turns a failure into an error of the protocol; `uri` names a resource. */
  async function translating<Result>(run: () => Promise<Result>, uri?: string): Promise<Result> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const isKnown = error instanceof LibraryError;
      if (uri !== undefined && isKnown && error.kind === 'not-found') {
        throw new ResourceNotFoundError(uri);
      }
      const { InvalidParams, InternalError } = ProtocolErrorCode;
      throw new ProtocolError(isKnown ? InvalidParams : InternalError, messageFor(error, log));
    }
  }

  // Given the schema of the parameters, the package refuses others with -32602; without, with -32603.
  server.setRequestHandler('prompts/list', { params: pageParams }, ({ cursor }) =>
    translating(async () => {
      const page = await readPromptPage(library, choice.set, cursor);
      const prompts = page.prompts.map((prompt) => toPromptEntry(prompt, choice.hasArguments));
      return { prompts, ...nextCursor(page.next) };
    }),
  );

  server.setRequestHandler('prompts/get', { params: GetPromptRequestParams }, (params) =>
    translating(async () => {
      const found = await library.find(params.name);
      const { text } = await library.fill(found, params.arguments ?? {});
      return {
        description: describe(found.description, found.title),
        messages: [{ role: 'user', content: { type: 'text', text } }],
      };
    }),
  );

  server.setRequestHandler('resources/list', { params: pageParams }, ({ cursor }) =>
    translating(async () => {
      const page = await readPromptPage(library, choice.set, cursor);
      return { resources: page.prompts.map(toResourceEntry), ...nextCursor(page.next) };
    }),
  );

  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: promptUriTemplate,
        name: 'prompt',
        title: 'A prompt',
        description: 'The text of a prompt by its name or id, also at a version or label: name@3.',
        mimeType: textType,
      },
    ],
  }));

  server.setRequestHandler('resources/read', { params: ReadResourceRequestParams }, ({ uri }) =>
    translating(async () => {
      const reference = referenceOfUri(uri);
      if (reference === null) throw new ResourceNotFoundError(uri);
      const { text } = await library.expand(await library.find(reference));
      return { contents: [{ uri, mimeType: textType, text }] };
    }, uri),
  );

  server.setRequestHandler(
    'completion/complete',
    { params: CompleteRequestParams },
    ({ ref, argument }) =>
      translating(async () => {
        const values =
          ref.type === 'ref/prompt'
            ? await completeArgument(library, ref.name, argument.name, argument.value)
            : await completeReference(library, argument.value);
        return { completion: { values, hasMore: false } };
      }),
  );

  return mcp;
}

function nextCursor(next: string | null): { nextCursor?: string } {
  return next === null ? {} : { nextCursor: next };
}
