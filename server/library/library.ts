import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import type { RequestRunner } from '#server/db/database.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import { callerKey } from '#server/http/caller/caller-key.ts';
import type { Log } from '#server/log.ts';
import { resolveIncludes, toIncludedTexts } from '#templating/expand-includes.ts';
import { referenceKeys } from '#templating/references.ts';
import {
  fillVariables,
  findVariables,
  parseVariables,
  type Variable,
} from '#templating/variables.ts';
import { LibraryError, toLibraryError } from './library-error.ts';
import { takeTurnIfLong } from './long-texts.ts';
import {
  findPublicSql,
  findSql,
  includedRow,
  includedSql,
  groupsSql,
  listSql,
  promptRow,
  searchSql,
  useSql,
  type PromptRow,
} from './statements.ts';
import {
  parseReference,
  promptName,
  type PromptReference,
  slugOf,
} from '#contract/prompt-reference.ts';

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
  /** The label by which the version was found; null if it was found otherwise. */
  readonly label: string | null;
  readonly latestVersion: number;
  readonly isPublic: boolean;
  /** When this version was made, in ISO 8601. */
  readonly updatedAt: string;
}

/** The text of a prompt, with the texts of other prompts that it includes in their place. */
export interface ExpandedText {
  readonly text: string;
  readonly variables: readonly Variable[];
}

export interface FilledText extends ExpandedText {
  /** Variables that have neither a value nor a default, and so stay as they are written. */
  readonly unfilled: readonly string[];
}

export interface ListOptions {
  /** Lists only prompts that have this label; null lists all. */
  readonly label: string | null;
  /** Lists only prompts in a group with this path, or below it; null lists all. */
  readonly group: string | null;
  /** The `next` of the page before; null starts at the newest prompt. */
  readonly after: string | null;
  readonly limit: number;
}

export interface PromptPage {
  readonly prompts: readonly LibraryPrompt[];
  /** Null after the last page. */
  readonly next: string | null;
}

/** A part of what a person may read. */
export type SearchScope = 'library' | 'teams' | 'shared' | 'favorites';

/** All that a search finds if no scope is named. Favourites may be public prompts of strangers, too. */
const readableScopes: readonly SearchScope[] = ['library', 'teams', 'shared'];
/** The most characters of a text with its variables filled in: a short value may be used often. */
const maxFilledCharacters = 4_000_000;

const foundRow = v.object({ id: v.string(), title: v.string() });

/** The values of variables by name. */
export type VariableValues = Readonly<Record<string, string>>;

const statementTimeoutMs = 10_000;
const searchPath = ['public', 'extensions'];
/** Comes before every prompt in a list, newest first. */
const firstCursor = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const cursorPattern = /^[-0-9 :.+]{20,40}\|[0-9a-f-]{36}$/;
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

  /** The key under which the caller shares the server with others. */
  get callerKey(): string {
    return callerKey(this.#reader.caller, this.#reader.clientAddress);
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
    const [found] = await this.findMany([reference]);
    if (found === undefined || found instanceof LibraryError) throw found ?? noPrompt();
    return found;
  }

  /** Returns for each reference the prompt that it names, or why there is none; by one statement. */
  async findMany(references: readonly string[]): Promise<(LibraryPrompt | LibraryError)[]> {
    const parsed = references.map(parseReference);
    const wanted = parsed.flatMap((each, position) =>
      each === null ? [] : [toWanted(each, position)],
    );
    const sql = this.#reader.caller.role === 'authenticated' ? findSql : findPublicSql;
    const rows =
      wanted.length === 0 ? [] : await this.query(promptRow, sql, [JSON.stringify(wanted)]);
    return parsed.map((each, position) =>
      each === null
        ? new LibraryError(
            'not-found',
            'This is no reference to a prompt: use its name or id, as in `name`, `name@3` or `name@production`.',
          )
        : choosePrompt(
            each,
            rows.filter((row) => row.position === position),
          ),
    );
  }

  /**
   * Returns a page of the caller's own prompts and their teams', newest first. With a label: those
   * that have it, in the versions that it names. With the path of a group: those in it and below.
   */
  async list({ label, group, after, limit }: ListOptions): Promise<PromptPage> {
    const [createdAt, id] = after === null ? firstCursor : parseCursor(after);
    const groups = group === null ? null : await this.#findGroups(group);
    const rows = await this.query(
      v.object({ ...promptRow.entries, cursor: v.string() }),
      listSql({ hasLabel: label !== null, isInGroups: groups !== null }),
      [this.personId, createdAt, id, limit + 1, label, groups],
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      prompts: page.map((row) => {
        if (row.label_version !== null && row.label_version !== row.version) {
          throw new Error(`version ${row.label_version} of prompt ${row.id} is not readable`);
        }
        return toPrompt(row, label);
      }),
      next: rows.length > limit && last ? Buffer.from(last.cursor).toString('base64url') : null,
    };
  }

  async #findGroups(path: string): Promise<readonly string[]> {
    const row = v.object({ ids: v.nullable(v.array(v.string())) });
    const [found] = await this.query(row, groupsSql, [path]);
    if (found?.ids) return found.ids;
    throw new LibraryError('not-found', `There is no group ${JSON.stringify(path)}.`);
  }

  /**
   * Finds prompts by words and filters, best first: in one scope, or else the caller's own, their teams'
   * and those that are shared with them.
   */
  search(query: string, limit: number, scope?: SearchScope) {
    const scopes = scope === undefined ? readableScopes : [scope];
    return this.query(foundRow, searchSql, [query, scopes, limit]);
  }

  /** Returns the text of a prompt with the texts that it includes. */
  async expand(prompt: LibraryPrompt): Promise<ExpandedText> {
    const [text = ''] = await this.expandTexts([prompt.content]);
    return this.takeTurn(text, () => ({ text, variables: findVariables(text) }));
  }

  /** Works on a text, in turn with other long ones of the caller. */
  takeTurn<Result>(text: string, work: () => Result): Promise<Result> {
    return takeTurnIfLong(this.callerKey, text, work);
  }

  /** Returns contents with the texts that they include, read by one statement. */
  async expandTexts(contents: readonly string[]): Promise<string[]> {
    const keys = [...new Set(contents.flatMap((content) => referenceKeys(content)))];
    if (keys.length === 0) return [...contents];
    const rows = await this.query(includedRow, includedSql, [keys]);
    const texts = toIncludedTexts(rows);
    return contents.map((content) => resolveIncludes(content, texts));
  }

  /**
   * Returns the text of a prompt with its variables filled in, and records a use. A variable without
   * a value, or with an empty one, keeps its default or placeholder.
   */
  async fill(prompt: LibraryPrompt, values: VariableValues): Promise<FilledText> {
    const { text, variables } = await this.expand(prompt);
    const filled = Object.fromEntries(
      variables.flatMap(({ name }) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        return value === undefined || value === '' ? [] : [[name, value]];
      }),
    );
    const filledText = await this.takeTurn(text, () => {
      let length = text.length;
      for (const part of parseVariables(text)) {
        if (part.kind === 'variable') length += filled[part.variable.name]?.length ?? 0;
      }
      if (length <= maxFilledCharacters) return fillVariables(text, filled);
      throw new LibraryError(
        'invalid',
        'The values make the text longer than 4,000,000 characters.',
      );
    });
    await this.#recordUse(prompt.id, filled);
    return {
      text: filledText,
      variables,
      unfilled: variables.flatMap(({ name, defaultValue }) =>
        defaultValue === '' && !Object.hasOwn(filled, name) ? [name] : [],
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

  async #run(text: string, values: readonly unknown[], readOnly: boolean) {
    const { caller, path } = this.#reader;
    if (!values.every(isWellFormed)) {
      throw new LibraryError('invalid', 'The text has a surrogate without its other half.');
    }
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
          caller: this.callerKey,
          cost: 'variable',
        },
        { text, values },
      );
    } catch (error) {
      throw toLibraryError(error);
    }
  }
}

function noPrompt(): LibraryError {
  return new LibraryError('not-found', 'There is no such prompt.');
}

function toWanted({ firstId, lastId, idEnd, selector }: PromptReference, position: number) {
  return {
    position,
    first_id: firstId,
    last_id: lastId,
    id_end: idEnd,
    version: selector.kind === 'version' ? selector.version : null,
    label: selector.kind === 'label' ? selector.label : null,
  };
}

/** Returns the prompt that a reference names among those with its digits, never another version. */
function choosePrompt(
  { slug, selector }: PromptReference,
  rows: readonly PromptRow[],
): LibraryPrompt | LibraryError {
  const named = rows.length > 1 ? rows.filter((row) => slugOf(row.latest_title) === slug) : rows;
  const [row, ...namesakes] = named;
  if (rows.length === 0) return noPrompt();
  if (row === undefined || namesakes.length > 0) {
    return new LibraryError('ambiguous', 'This name stands for several prompts: use the id.');
  }
  switch (selector.kind) {
    case 'latest':
      return toPrompt(row, null);
    case 'version':
      return row.version === selector.version
        ? toPrompt(row, null)
        : new LibraryError(
            'not-found',
            `There is no version ${selector.version} of this prompt that you may read.`,
          );
    case 'label':
      return row.version === row.label_version
        ? toPrompt(row, selector.label)
        : new LibraryError('not-found', `This prompt has no label ${selector.label}.`);
  }
}

/** Returns the creation time and id in a cursor. */
function parseCursor(cursor: string): string[] {
  const parts = Buffer.from(cursor, 'base64url').toString().split('|');
  if (parts.length === 2 && cursorPattern.test(parts.join('|'))) return parts;
  throw new LibraryError('invalid', 'This is no `next` of a list of prompts.');
}

function toPrompt(row: PromptRow, label: string | null): LibraryPrompt {
  return {
    id: row.id,
    name: promptName({ id: row.id, title: row.latest_title }),
    title: row.title,
    description: row.description,
    tags: row.tags,
    content: row.content,
    version: row.version,
    label,
    latestVersion: row.latest_version,
    isPublic: row.is_public,
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

/** Returns whether a value has no lone surrogate, in whose place U+FFFD would be stored. */
function isWellFormed(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isWellFormed);
  return typeof value !== 'string' || value.isWellFormed();
}

/** Returns values as the database stores them; null if there are none that it can store. */
function storedValues(values: VariableValues): string | null {
  const texts = Object.values(values);
  const json = JSON.stringify(values);
  const canBeStored = texts.every((text) => text.isWellFormed() && !text.includes('\0'));
  const isEmpty = texts.length === 0;
  return isEmpty || !canBeStored || json.length > limits.lastValuesLength ? null : json;
}
