import * as v from 'valibot';
import { parseReference } from '#contract/prompt-reference.ts';
import { readAllPages } from '#contract/read-all-pages.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { Groups, type PromptLocation } from './groups.ts';
import {
  type QueryParameters,
  type RestClient,
  type RestRequest,
  ServerError,
} from './rest-client.ts';
import {
  columnsOf,
  groupRow,
  type Prompt,
  promptRow,
  type PromptSummary,
  type PromptValues,
  type ResolvedPrompt,
  resolvedPrompt,
  type RowSchema,
  type StoredPrompt,
  summaryRow,
  teamRow,
  toColumns,
  toGroup,
  toPrompt,
  toStored,
  unreadablePrompt,
  versionRow,
} from './prompt-rows.ts';

/** The prompts that a list or a pull is about. */
export interface Selection {
  /** Those that teams share, instead of the person's own. */
  readonly isTeams: boolean;
  readonly isFavorites: boolean;
  /** Path of a group, whose prompts and those of the groups below it are chosen. */
  readonly group?: string | undefined;
  /** Each must have all of them. */
  readonly tags: readonly string[];
}

const listPageSize = 200;
/** Contents have up to a million characters. */
const contentPageSize = 50;
/** The server refuses to read texts of more than 20 million characters at once. */
const resolvedPageSize = 10;
/** Ids in one address. */
const idPageSize = 100;

/** A person's prompts, read and written with the rights of the access token. */
export class Library {
  readonly #client: RestClient;
  #groups: Promise<Groups> | undefined;

  constructor(client: RestClient) {
    this.#client = client;
  }

  get address(): string {
    return this.#client.address;
  }

  /** Checks that the token opens the library. */
  async check(): Promise<void> {
    await this.#rows(v.object({ id: v.string() }), 'prompts', { limit: '1' });
  }

  /** Lists the selected prompts, without their contents. */
  async list(selection: Selection): Promise<PromptSummary[]> {
    const { group, isTeams } = selection;
    const groupId =
      group === undefined ? undefined : (await this.groups()).find(group, { isTeams });
    const found = isTeams ? await this.#listTeams(groupId) : await this.#listOwn(groupId);
    const favorites = selection.isFavorites ? await this.#favoriteIds() : null;
    const tags = selection.tags.map((tag) => tag.toLowerCase());
    return found.filter(
      (prompt) =>
        (favorites === null || favorites.has(prompt.id)) &&
        tags.every((tag) => prompt.tags.some((each) => each.toLowerCase() === tag)),
    );
  }

  /** Returns the groups of the person and of their teams, read once. */
  groups(): Promise<Groups> {
    this.#groups ??= this.#readGroups();
    return this.#groups;
  }

  /** Reads prompts by id. Those that are deleted, or that the caller can't read, are missing. */
  async read(ids: readonly string[]): Promise<Map<string, StoredPrompt>> {
    const rows = await this.#byIds(promptRow, ids, contentPageSize);
    return new Map(rows.map((row) => [row.id, toStored(row)]));
  }

  /** Reads the newest version number of prompts, as `read` does. */
  async readVersions(ids: readonly string[]): Promise<Map<string, number>> {
    const row = v.object({ id: v.string(), version: v.number() });
    const rows = await this.#byIds(row, ids, idPageSize);
    return new Map(rows.map(({ id, version }) => [id, version]));
  }

  /** Reads a version from the history; null if there is none that the caller may read. */
  async readVersion(id: string, version: number): Promise<Prompt | null> {
    const [row] = await this.#rows(versionRow, 'prompt_versions', {
      prompt_id: `eq.${id}`,
      version_number: `eq.${version}`,
    });
    return row === undefined ? null : toPrompt({ ...row, id, version: row.version_number });
  }

  /** Returns the version that a reference names. */
  async resolve(reference: string): Promise<ResolvedPrompt> {
    return this.#resolve(reference, '');
  }

  /** Returns the same with its variables filled in, which counts as a use. */
  async fill(reference: string, values: ReadonlyMap<string, string>): Promise<ResolvedPrompt> {
    const body = { variables: Object.fromEntries(values) };
    return this.#resolve(reference, '/fill', { method: 'POST', body });
  }

  /** Returns the newest versions of prompts, without those that can't be read any more. */
  async resolveAll(ids: readonly string[]): Promise<ResolvedPrompt[]> {
    const page = v.object({ prompts: v.array(v.union([resolvedPrompt, unreadablePrompt])) });
    const found: ResolvedPrompt[] = [];
    for (const part of inParts(ids, resolvedPageSize)) {
      const query = { ids: part.join(',') };
      const { prompts } = await this.#client.send(page, '/api/v1/prompts', { query });
      for (const prompt of prompts) if ('id' in prompt) found.push(prompt);
    }
    return found;
  }

  /** Creates a prompt at a location. Returns null if there is one with this id. */
  async create(
    id: string,
    values: PromptValues,
    { groupId, teamId }: PromptLocation,
    message: string | undefined,
  ): Promise<Prompt | null> {
    try {
      const [row] = await this.#client.send(v.array(promptRow), '/rest/v1/prompts', {
        method: 'POST',
        query: { select: columnsOf(promptRow) },
        body: {
          id,
          ...toColumns(values),
          ...changeDescription(message),
          ...(groupId !== null && { group_id: groupId }),
          ...(teamId !== null && { team_id: teamId }),
        },
        prefer: 'return=representation',
      });
      return row === undefined ? null : toStored(row);
    } catch (error) {
      if (error instanceof ServerError && error.code === '23505') return null;
      throw error;
    }
  }

  /**
   * Changes a prompt whose newest version is `base`. Returns null, and changes nothing, if there is
   * a newer one, or the prompt is gone.
   */
  async update(
    base: Prompt,
    values: PromptValues,
    message: string | undefined,
  ): Promise<Prompt | null> {
    const [row] = await this.#client.send(v.array(promptRow), '/rest/v1/prompts', {
      method: 'PATCH',
      query: {
        id: `eq.${base.id}`,
        version: `eq.${base.version}`,
        deleted_at: 'is.null',
        select: columnsOf(promptRow),
      },
      body: { ...toColumns(values), ...changeDescription(message) },
      prefer: 'return=representation',
    });
    return row === undefined ? null : toStored(row);
  }

  async #resolve(
    reference: string,
    suffix: '' | '/fill',
    request: RestRequest = {},
  ): Promise<ResolvedPrompt> {
    if (parseReference(reference) === null) {
      throw new CliError(
        `${JSON.stringify(reference)} is no name of a prompt. Run \`cuebook list\` for the names.`,
        exitCodes.usage,
      );
    }
    const path = `/api/v1/prompts/${encodeURIComponent(reference)}${suffix}`;
    try {
      return await this.#client.send(resolvedPrompt, path, request);
    } catch (error) {
      if (!(error instanceof ServerError) || error.status !== 404) throw error;
      throw new CliError(`${reference}: ${error.message}`, exitCodes.failure, { cause: error });
    }
  }

  #listOwn(groupId: string | undefined): Promise<PromptSummary[]> {
    return readAllPages<PromptSummary>(
      (last, size) =>
        this.#rows(summaryRow, 'rpc/prompts_by_title', {
          page_size: String(size),
          ...(groupId !== undefined && { in_group: groupId, and_below: 'true' }),
          ...(last !== undefined && { after_title: last.title, after_id: last.id }),
        }),
      listPageSize,
    );
  }

  #listTeams(groupId: string | undefined): Promise<PromptSummary[]> {
    return this.#allById(summaryRow, groupId === undefined ? 'prompts' : 'rpc/prompts_below', {
      ...(groupId !== undefined && { in_group: groupId }),
      team_id: 'not.is.null',
      deleted_at: 'is.null',
    });
  }

  async #favoriteIds(): Promise<ReadonlySet<string>> {
    const row = v.object({ prompt_id: v.string() });
    const favorites = await readAllPages<v.InferOutput<typeof row>>(
      (last, size) => this.#rows(row, 'favorites', pageById('prompt_id', last?.prompt_id, size)),
      listPageSize,
    );
    return new Set(favorites.map(({ prompt_id: id }) => id));
  }

  async #readGroups(): Promise<Groups> {
    const [groups, teams] = await Promise.all([
      this.#allById(groupRow, 'groups', { deleted_at: 'is.null' }),
      this.#allById(teamRow, 'teams', {}),
    ]);
    return new Groups(groups.map(toGroup), teams);
  }

  /** Reads all rows of a table that have an id. */
  #allById<Row extends RowSchema & v.GenericSchema<unknown, { readonly id: string }>>(
    row: Row,
    resource: string,
    query: QueryParameters,
  ): Promise<v.InferOutput<Row>[]> {
    return readAllPages<v.InferOutput<Row>>(
      (last, size) => this.#rows(row, resource, { ...query, ...pageById('id', last?.id, size) }),
      listPageSize,
    );
  }

  /** Reads prompts that are not deleted, at most `size` in a request. */
  async #byIds<Row extends RowSchema>(
    row: Row,
    ids: readonly string[],
    size: number,
  ): Promise<v.InferOutput<Row>[]> {
    const rows: v.InferOutput<Row>[] = [];
    for (const part of inParts(ids, size)) {
      const query = { id: `in.(${part.join(',')})`, deleted_at: 'is.null' };
      rows.push(...(await this.#rows(row, 'prompts', query)));
    }
    return rows;
  }

  #rows<Row extends RowSchema>(
    row: Row,
    resource: string,
    query: QueryParameters,
  ): Promise<v.InferOutput<Row>[]> {
    const select = columnsOf(row);
    return this.#client.send(v.array(row), `/rest/v1/${resource}`, { query: { select, ...query } });
  }
}

/** Returns the parameters that ask for the rows after `last`, in the order of an id. */
function pageById(column: string, last: string | undefined, size: number): QueryParameters {
  return {
    order: column,
    limit: String(size),
    ...(last !== undefined && { [column]: `gt.${last}` }),
  };
}

function changeDescription(message: string | undefined) {
  return message === undefined ? {} : { change_description: message };
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
