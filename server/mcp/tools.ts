import { type CallToolResult, type McpServer, requireScopes } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { routes } from '#contract/routes.ts';
import { LibraryError } from '#server/library/library-error.ts';
import type { Library, LibraryPrompt } from '#server/library/library.ts';
import { promptName } from '#contract/prompt-reference.ts';
import type { Log } from '#server/log.ts';
import { messageFor } from './message-for.ts';
import { maxVersion, schemas } from './tool-schemas.ts';

const maxResults = 20;
const maxVersions = 50;
const reads = { readOnlyHint: true, openWorldHint: false } as const;

const savedRow = v.object({ id: v.string(), title: v.string(), version: v.number() });
const versionRow = v.object({
  version: v.number(),
  title: v.string(),
  change: v.nullable(v.string()),
  created_at: v.string(),
});

const savedSql = `json_build_object('id', id, 'title', title, 'version', version)`;
/** A token that is limited to a group or team creates prompts there. */
const createSql = `insert into public.prompts (title, content, description, tags, group_id, team_id)
  values ($1, $2, $3, $4::text[], private.token_group_id(), private.token_team_id()) returning ${savedSql}`;
const updateSql = `update public.prompts set title = coalesce($3, title), content = coalesce($4, content),
    description = coalesce($5, description), tags = coalesce($6::text[], tags), change_description = $7
  where id = $1 and version = $2 and deleted_at is null returning ${savedSql}`;
const versionsSql = `select json_build_object('version', version_number, 'title', title,
    'change', change_description, 'created_at', created_at)
  from public.prompt_versions where prompt_id = $1 and version_number < $2
  order by version_number desc limit ${maxVersions}`;

const json = (value: unknown): CallToolResult['content'] => [
  { type: 'text', text: JSON.stringify(value) },
];

/** Returns a result both as JSON text and structured, for clients that read only one. */
function structured(value: Record<string, unknown>): CallToolResult {
  return { content: json(value), structuredContent: value };
}

/** Adds the tools to a server. */
export function registerTools(server: McpServer, library: Library, origin: string, log: Log): void {
  /** Reports a failure as the tool's result, so that a model can act on it. */
  async function reporting(run: () => Promise<CallToolResult>): Promise<CallToolResult> {
    try {
      return await run();
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: messageFor(error, log) }] };
    }
  }
  const urlOf = (id: string) => `${origin}${routes.prompt(id)}`;
  const asSaved = ({ id, title, version }: v.InferOutput<typeof savedRow>) =>
    structured({ id, name: promptName({ id, title }), title, version, url: urlOf(id) });

  server.registerTool(
    'search',
    {
      title: 'Search prompts',
      description:
        "Finds prompts by words in title and text, and by tag with tag:name: the person's own, those of their teams, and those that are shared with them.",
      inputSchema: schemas.search,
      outputSchema: schemas.searchOutput,
      annotations: reads,
    },
    ({ query, scope }) =>
      reporting(async () => {
        const rows = await library.search(query, maxResults, scope);
        return structured({
          results: rows.map(({ id, title }) => ({ id, title, url: urlOf(id) })),
        });
      }),
  );

  server.registerTool(
    'fetch',
    {
      title: 'Read a prompt',
      description:
        'Returns the whole text of a prompt with its variables. If it includes other prompts, metadata.source is the text as it is written, with references: change that one.',
      inputSchema: schemas.fetch,
      outputSchema: schemas.fetchOutput,
      annotations: reads,
    },
    ({ id }) =>
      reporting(async () => {
        const prompt = await library.find(id);
        const { text } = await library.expand(prompt);
        return structured({
          id: prompt.id,
          title: prompt.title,
          text,
          url: urlOf(prompt.id),
          metadata: metadataOf(prompt, text),
        });
      }),
  );

  server.registerTool(
    'get_prompt',
    {
      title: 'Fill in a prompt',
      description: 'Returns the text of a prompt with its variables filled in, ready to use.',
      inputSchema: schemas.getPrompt,
      annotations: reads,
    },
    ({ prompt, values = {} }) =>
      reporting(async () => {
        const found = await library.find(prompt);
        const { text, unfilled } = await library.fill(found, values);
        const { id, name, title, version } = found;
        const filled = { id, name, title, version, text, unfilled: [...unfilled], url: urlOf(id) };
        return { content: [{ type: 'text', text }], structuredContent: filled };
      }),
  );

  server.registerTool(
    'create_prompt',
    {
      title: 'Create a prompt',
      description: 'Adds a private prompt to the library.',
      inputSchema: schemas.createPrompt,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
      scopeChallenge: requireScopes('prompts:read', 'prompts:write'),
    },
    ({ title, content, description = null, tags: labels = [] }) =>
      reporting(async () => {
        const values = [title, content, description, labels];
        const [saved] = await library.query(savedRow, createSql, values, { readOnly: false });
        if (saved === undefined) throw new LibraryError('forbidden', 'You may not do this.');
        return asSaved(saved);
      }),
  );

  server.registerTool(
    'update_prompt',
    {
      title: 'Change a prompt',
      description:
        'Saves a new version of a prompt. base_version is the version that was read before; if somebody saved since, nothing is changed.',
      inputSchema: schemas.updatePrompt,
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false,
      },
      scopeChallenge: requireScopes('prompts:read', 'prompts:write'),
    },
    ({ prompt, base_version, title, content, description, tags: labels, change }) =>
      reporting(async () => {
        const found = await library.find(prompt);
        const values = [found.id, base_version, title, content, description, labels, change];
        const [saved] = await library.query(
          savedRow,
          updateSql,
          values.map((value) => value ?? null),
          { readOnly: false },
        );
        if (saved !== undefined) return asSaved(saved);
        const { latestVersion } = await library.find(found.id);
        throw latestVersion === base_version
          ? new LibraryError('forbidden', 'You may read this prompt, but not change it.')
          : new LibraryError(
              'conflict',
              `The prompt is at version ${latestVersion} now, and nothing was changed. Read it again, and use base_version ${latestVersion}.`,
            );
      }),
  );

  server.registerTool(
    'list_versions',
    {
      title: 'List versions',
      description: 'Returns the history of a prompt, newest version first.',
      inputSchema: schemas.listVersions,
      annotations: reads,
    },
    ({ prompt, before = maxVersion }) =>
      reporting(async () => {
        const found = await library.find(prompt);
        const versions = await library.query(versionRow, versionsSql, [found.id, before]);
        return structured({ id: found.id, latest_version: found.latestVersion, versions });
      }),
  );
}

function metadataOf(prompt: LibraryPrompt, text: string): Record<string, string> {
  const { name, version, updatedAt, tags, description, content } = prompt;
  return {
    name,
    version: String(version),
    updated_at: updatedAt,
    tags: tags.join(', '),
    ...(description === null ? {} : { description }),
    // Saving the text would put the included prompts in for good.
    ...(content === text ? {} : { source: content }),
  };
}
