import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import type { RequestRunner } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import type { Log } from '#server/log.ts';
import { type IncludedTexts, resolveIncludes } from '#templating/expand-includes.ts';
import { referenceKeys } from '#templating/references.ts';
import { fillVariables, findVariables, type Variable } from '#templating/variables.ts';
import { LibraryError, toLibraryError } from './library-error.ts';
import {
  parseReference,
  promptName,
  type PromptReference,
  slugOf,
} from '#contract/prompt-reference.ts';

const promptRow = v.object({
  id: v.string(),
  title: v.string(),
  latest_title: v.string(),
  description: v.nullable(v.string()),
  tags: v.array(v.string()),
  content: v.string(),
  version: v.number(),
  latest_version: v.number(),
  is_public: v.boolean(),
  updated_at: v.string(),
});

/** A version of a prompt, as programs read it. */
export interface LibraryPrompt {
  readonly id: string;
  /** The name by which programs know the prompt. */
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** The text as it was written: references to other prompts and variables are in it. */
  readonly content: string;
  readonly version: number;
  readonly latestVersion: number;
  readonly isPublic: boolean;
  /** When this version was made, in ISO 8601. */
  readonly updatedAt: string;
}

/** A prompt with the texts of other prompts that it includes in their place. */
export interface ExpandedPrompt {
  readonly prompt: LibraryPrompt;
  readonly text: string;
  readonly variables: readonly Variable[];
}

export interface FilledPrompt extends ExpandedPrompt {
  /** Variables that have neither a value nor a default, and so stay as they are written. */
  readonly unfilled: readonly string[];
}

/** The values of variables by name. */
export type VariableValues = Readonly<Record<string, string>>;

const includedRow = v.object({
  ref: v.string(),
  prompt_id: v.string(),
  version: v.nullable(v.number()),
  title: v.nullable(v.string()),
  content: v.nullable(v.string()),
  is_public: v.nullable(v.boolean()),
  gap: v.nullable(v.picklist(['missing', 'deleted', 'limit'])),
});

const statementTimeoutMs = 10_000;
const searchPath = ['public', 'extensions'];
/** Names that stand for several prompts are refused, so a few rows are enough. */
const maxFound = 10;

const latestColumns = `'id', p.id, 'latest_title', p.title, 'latest_version', p.version, 'is_public', p.is_public`;
/** A version that is not the latest comes from the history, which not everybody may read. */
const findSql = `select json_build_object(${latestColumns},
    'title', coalesce(v.title, p.title), 'content', coalesce(v.content, p.content),
    'description', case when v.id is null then p.description else v.description end,
    'tags', coalesce(v.tags, p.tags), 'version', coalesce(v.version_number, p.version),
    'updated_at', coalesce(v.created_at, p.updated_at))
  from public.readable_prompts p
  left join public.prompt_versions v
    on v.prompt_id = p.id and v.version_number = $4::integer and v.version_number <> p.version
  where p.id between $1::uuid and $2::uuid and right(p.id::text, 4) = $3 and p.deleted_at is null
  limit ${maxFound}`;
const findPublicSql = `select json_build_object(${latestColumns},
    'title', p.title, 'content', p.content, 'description', p.description, 'tags', p.tags,
    'version', p.version, 'updated_at', p.updated_at)
  from public.public_prompt_ids($1::uuid, $2::uuid) found (prompt_id)
  cross join lateral public.public_prompt(found.prompt_id) p
  where right(p.id::text, 4) = $3 limit ${maxFound}`;
const includedSql = `select json_build_object('ref', ref, 'prompt_id', prompt_id, 'version', version,
    'title', title, 'content', content, 'is_public', is_public, 'gap', gap)
  from public.included_texts($1::text[])`;
const useSql = `insert into public.prompt_uses (prompt_id, last_values)
  values ($1, coalesce($2::jsonb, '{}')) on conflict (user_id, prompt_id)
  do update set last_values = coalesce($2::jsonb, prompt_uses.last_values)`;

/** The person or program that reads a library. */
export interface LibraryReader {
  readonly caller: Caller;
  /** Returns the network address that counts for callers who are nobody. */
  readonly clientAddress: () => string;
  /** The path of the request, for `request.path` in SQL. */
  readonly path: string;
}

export interface LibraryServices {
  readonly runner: RequestRunner;
  readonly log: Log;
}

/**
 * The prompts that a caller may read, as programs use them. Each statement runs with the caller's
 * rights. Throws {@link LibraryError} for what the caller can mend.
 */
export class Library {
  readonly #services: LibraryServices;
  readonly #reader: LibraryReader;

  constructor(services: LibraryServices, reader: LibraryReader) {
    this.#services = services;
    this.#reader = reader;
  }

  /** The id of the person who calls; null if nobody is signed in. */
  get personId(): string | null {
    return this.#reader.caller.claims?.sub ?? null;
  }

  /** Runs a statement whose rows are one JSON column, and parses them. */
  async query<Schema extends v.GenericSchema>(
    schema: Schema,
    text: string,
    values: readonly unknown[],
    { readOnly = true } = {},
  ): Promise<v.InferOutput<Schema>[]> {
    const { rows } = await this.#run(text, values, readOnly);
    return rows.map(([json]) => v.parse(schema, JSON.parse(json ?? 'null')));
  }

  /** Returns the prompt that a reference names. */
  async find(reference: string): Promise<LibraryPrompt> {
    const parsed = parseReference(reference);
    if (parsed === null) {
      throw new LibraryError(
        'not-found',
        'This is no reference to a prompt: use its name or id, as in `name`, `name@3` or `name@production`.',
      );
    }
    const { selector } = parsed;
    if (selector.kind === 'label') {
      throw new LibraryError('not-found', `This prompt has no label ${selector.label}.`);
    }
    const version = selector.kind === 'version' ? selector.version : null;
    const prompt = toPrompt(await this.#findRow(parsed, version));
    if (version !== null && prompt.version !== version) {
      throw new LibraryError(
        'not-found',
        `There is no version ${version} of this prompt that you may read.`,
      );
    }
    return prompt;
  }

  /** Returns a prompt with the texts that it includes. */
  async expand(prompt: LibraryPrompt): Promise<ExpandedPrompt> {
    const [text = ''] = await this.expandTexts([prompt.content]);
    return { prompt, text, variables: findVariables(text) };
  }

  /** Returns contents with the texts that they include, read by one statement. */
  async expandTexts(contents: readonly string[]): Promise<string[]> {
    const keys = [...new Set(contents.flatMap((content) => referenceKeys(content)))];
    if (keys.length === 0) return [...contents];
    const rows = await this.query(includedRow, includedSql, [keys]);
    const texts: IncludedTexts = new Map(
      rows.map(({ ref, prompt_id: id, version, title, content, is_public: isPublic, gap }) => [
        ref,
        { id, version, title, content, isPublic: isPublic ?? false, gap },
      ]),
    );
    return contents.map((content) => resolveIncludes(content, texts));
  }

  /**
   * Returns a prompt with its variables filled in, and records a use. A variable without a value,
   * or with an empty one, keeps its default or placeholder.
   */
  async fill(prompt: LibraryPrompt, values: VariableValues): Promise<FilledPrompt> {
    const expanded = await this.expand(prompt);
    const { text, variables } = expanded;
    const known = Object.fromEntries(
      variables.flatMap(({ name }) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        return value === undefined || value === '' ? [] : [[name, value]];
      }),
    );
    await this.#recordUse(prompt.id, known);
    return {
      ...expanded,
      text: fillVariables(text, known),
      unfilled: variables.flatMap(({ name, defaultValue }) =>
        defaultValue === '' && !Object.hasOwn(known, name) ? [name] : [],
      ),
    };
  }

  /** Records a use; a failure doesn't keep the caller from the text. */
  async #recordUse(promptId: string, values: VariableValues): Promise<void> {
    if (this.personId === null) return;
    try {
      await this.#run(useSql, [promptId, storedValues(values)], false);
    } catch (error) {
      this.#services.log.warn('a use of a prompt was not recorded', { promptId, error });
    }
  }

  async #findRow(
    { firstId, lastId, idEnd, slug }: PromptReference,
    version: number | null,
  ): Promise<v.InferOutput<typeof promptRow>> {
    const rows =
      this.#reader.caller.role === 'authenticated'
        ? await this.query(promptRow, findSql, [firstId, lastId, idEnd, version])
        : await this.query(promptRow, findPublicSql, [firstId, lastId, idEnd]);
    const [first, ...others] = rows;
    if (first === undefined) throw new LibraryError('not-found', 'There is no such prompt.');
    if (others.length === 0) return first;
    const [named, ...namesakes] = rows.filter(({ latest_title }) => slugOf(latest_title) === slug);
    if (named !== undefined && namesakes.length === 0) return named;
    throw new LibraryError('ambiguous', 'This name stands for several prompts: use the id.');
  }

  async #run(text: string, values: readonly unknown[], readOnly: boolean) {
    const { caller, clientAddress, path } = this.#reader;
    try {
      return await this.#services.runner.run(
        {
          role: caller.role,
          claims: caller.claimsJson,
          method: readOnly ? 'GET' : 'POST',
          path,
          headers: '{}',
          searchPath,
          readOnly,
          statementTimeoutMs,
          caller: callerKey(caller, clientAddress),
          cost: 'variable',
        },
        { text, values },
      );
    } catch (error) {
      throw toLibraryError(error);
    }
  }
}

function toPrompt(row: v.InferOutput<typeof promptRow>): LibraryPrompt {
  return {
    id: row.id,
    name: promptName({ id: row.id, title: row.latest_title }),
    title: row.title,
    description: row.description,
    tags: row.tags,
    content: row.content,
    version: row.version,
    latestVersion: row.latest_version,
    isPublic: row.is_public,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** Returns values as the database stores them; null if there are none that it can store. */
function storedValues(values: VariableValues): string | null {
  const texts = Object.values(values);
  const json = JSON.stringify(values);
  const canBeStored = texts.every((text) => text.isWellFormed() && !text.includes('\0'));
  const isEmpty = texts.length === 0;
  return isEmpty || !canBeStored || json.length > limits.lastValuesLength ? null : json;
}
