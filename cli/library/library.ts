import * as v from 'valibot';
import { parseReference, type PromptReference } from '#contract/prompt-reference.ts';
import { resolveIncludes, toIncludedTexts } from '#templating/expand-includes.ts';
import { referenceKeys } from '#templating/references.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { type QueryParameters, type RestClient, ServerError } from './rest-client.ts';

const summaryRow = v.object({
  id: v.string(),
  title: v.string(),
  version: v.number(),
  tags: v.array(v.string()),
  updated_at: v.string(),
});
const summaryColumns = 'id,title,version,tags,updated_at';

const promptRow = v.object({
  id: v.string(),
  version: v.number(),
  title: v.string(),
  description: v.nullable(v.string()),
  content: v.string(),
  tags: v.array(v.string()),
});
const promptColumns = 'id,version,title,description,content,tags';

const versionRow = v.object({ ...promptRow.entries, version_number: v.number() });

const includedRow = v.object({
  ref: v.string(),
  prompt_id: v.string(),
  version: v.nullable(v.number()),
  title: v.nullable(v.string()),
  content: v.nullable(v.string()),
  is_public: v.nullable(v.boolean()),
  gap: v.nullable(v.picklist(['missing', 'deleted', 'limit'])),
});

/** The fields of a prompt that its file has, and that a push may change. */
export interface PromptValues {
  readonly title: string;
  /** Empty for none. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly content: string;
}

/** A version of a prompt. */
export interface Prompt extends PromptValues {
  readonly id: string;
  readonly version: number;
}

export type PromptSummary = v.InferOutput<typeof summaryRow>;

/** The prompts that a list or a pull is about. */
export interface Selection {
  /** Those that teams share, instead of the person's own. */
  readonly isTeams: boolean;
  readonly isFavorites: boolean;
  /** Name of a group. */
  readonly group?: string | undefined;
  /** Each must have all of them. */
  readonly tags: readonly string[];
}

const listPageSize = 200;
/** Contents have up to a million characters. */
const contentPageSize = 50;
/** Ids in one address. */
const idPageSize = 100;

/** A person's prompts, read and written over /rest/v1 with the rights of the access token. */
export class Library {
  readonly #client: RestClient;

  constructor(client: RestClient) {
    this.#client = client;
  }

  get address(): string {
    return this.#client.address;
  }

  /** Checks that the token opens the library. */
  async check(): Promise<void> {
    await this.#rows(v.object({ id: v.string() }), 'prompts', [
      ['select', 'id'],
      ['limit', '1'],
    ]);
  }

  /** Lists the selected prompts, without their contents. */
  async list(selection: Selection): Promise<PromptSummary[]> {
    const found = selection.isTeams
      ? await this.#listTeams()
      : await this.#listOwn(await this.#groupId(selection.group));
    const favorites = selection.isFavorites ? await this.#favoriteIds() : null;
    const tags = selection.tags.map((tag) => tag.toLowerCase());
    return found.filter(
      (prompt) =>
        (favorites === null || favorites.has(prompt.id)) &&
        tags.every((tag) => prompt.tags.some((each) => each.toLowerCase() === tag)),
    );
  }

  /** Reads prompts by id. Those that are deleted, or that the caller can't read, are missing. */
  async read(ids: readonly string[]): Promise<Map<string, Prompt>> {
    const prompts = new Map<string, Prompt>();
    for (const part of inParts(ids, contentPageSize)) {
      const rows = await this.#rows(promptRow, 'prompts', [
        ['select', promptColumns],
        ['id', `in.(${part.join(',')})`],
        ['deleted_at', 'is.null'],
      ]);
      for (const row of rows) prompts.set(row.id, toPrompt(row));
    }
    return prompts;
  }

  /** Reads the newest version number of prompts, as `read` does. */
  async readVersions(ids: readonly string[]): Promise<Map<string, number>> {
    const versions = new Map<string, number>();
    const row = v.object({ id: v.string(), version: v.number() });
    for (const part of inParts(ids, idPageSize)) {
      const rows = await this.#rows(row, 'prompts', [
        ['select', 'id,version'],
        ['id', `in.(${part.join(',')})`],
        ['deleted_at', 'is.null'],
      ]);
      for (const { id, version } of rows) versions.set(id, version);
    }
    return versions;
  }

  /** Reads a version from the history; null if there is none that the caller may read. */
  async readVersion(id: string, version: number): Promise<Prompt | null> {
    const [row] = await this.#rows(v.omit(versionRow, ['id', 'version']), 'prompt_versions', [
      ['select', 'version_number,title,description,content,tags'],
      ['prompt_id', `eq.${id}`],
      ['version_number', `eq.${version}`],
    ]);
    return row === undefined ? null : toPrompt({ ...row, id, version: row.version_number });
  }

  /** Finds the version of a prompt that a reference names. */
  async find(text: string): Promise<Prompt> {
    const reference = parseReference(text);
    if (reference === null) {
      throw new CliError(
        `${JSON.stringify(text)} is no name of a prompt. Run \`cuebook list\` for the names.`,
        exitCodes.usage,
      );
    }
    const { selector } = reference;
    const latest = await this.#findLatest(text, reference);
    if (selector.kind === 'latest') return latest;
    const number =
      selector.kind === 'label'
        ? await this.#labelVersion(latest.id, selector.label)
        : selector.version;
    const version = number === latest.version ? latest : await this.readVersion(latest.id, number);
    if (version !== null) return version;
    throw new CliError(
      `${JSON.stringify(latest.title)} has no version ${number} that you may read; the newest is ${latest.version}.`,
    );
  }

  /** Returns contents with the texts of other prompts that they include. */
  async expand(contents: readonly string[]): Promise<string[]> {
    const keys = [...new Set(contents.flatMap((content) => referenceKeys(content)))];
    const texts = toIncludedTexts(await this.#readIncluded(keys));
    return contents.map((content) => resolveIncludes(content, texts));
  }

  /** Records that a prompt was used, with the values that were filled in. */
  async recordUse(promptId: string, values: Readonly<Record<string, string>>): Promise<void> {
    const lastValues = Object.keys(values).length === 0 ? {} : { last_values: values };
    await this.#client.write('/rest/v1/prompt_uses', {
      method: 'POST',
      query: [['on_conflict', 'user_id,prompt_id']],
      body: { prompt_id: promptId, ...lastValues },
      prefer: 'resolution=merge-duplicates,return=minimal',
    });
  }

  /** Creates a prompt. Returns null if there is one with this id. */
  async create(
    id: string,
    values: PromptValues,
    message: string | undefined,
  ): Promise<Prompt | null> {
    try {
      const [row] = await this.#client.send(v.array(promptRow), '/rest/v1/prompts', {
        method: 'POST',
        query: [['select', promptColumns]],
        body: { id, ...toColumns(values), ...changeDescription(message) },
        prefer: 'return=representation',
      });
      return row === undefined ? null : toPrompt(row);
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
      query: [
        ['id', `eq.${base.id}`],
        ['version', `eq.${base.version}`],
        ['deleted_at', 'is.null'],
        ['select', promptColumns],
      ],
      body: { ...toColumns(values), ...changeDescription(message) },
      prefer: 'return=representation',
    });
    return row === undefined ? null : toPrompt(row);
  }

  async #findLatest(text: string, reference: PromptReference): Promise<Prompt> {
    const rows = await this.#rows(promptRow, 'readable_prompts', [
      ['select', promptColumns],
      ['id', `gte.${reference.firstId}`],
      ['id', `lte.${reference.lastId}`],
      ['deleted_at', 'is.null'],
      ['limit', '10'],
    ]);
    const [first, ...others] = rows.filter(({ id }) => id.endsWith(reference.idEnd));
    if (first === undefined) {
      throw new CliError(
        `There is no prompt ${JSON.stringify(text)} that you may read. Run \`cuebook list\` for the names.`,
      );
    }
    if (others.length === 0) return toPrompt(first);
    throw new CliError(`${JSON.stringify(text)} stands for several prompts. Use the id instead.`);
  }

  async #labelVersion(id: string, label: string): Promise<number> {
    const { version } = await this.#client.send(
      v.object({ version: v.number() }),
      `/api/v1/prompts/${id}@${encodeURIComponent(label)}`,
    );
    return version;
  }

  async #listOwn(groupId: string | undefined): Promise<PromptSummary[]> {
    const found: PromptSummary[] = [];
    for (;;) {
      const last = found.at(-1);
      const page = await this.#rows(summaryRow, 'rpc/prompts_by_title', [
        ['select', summaryColumns],
        ['page_size', String(listPageSize)],
        ...(groupId === undefined ? [] : ([['in_group', groupId]] as const)),
        ...(last === undefined
          ? []
          : ([
              ['after_title', last.title],
              ['after_id', last.id],
            ] as const)),
      ]);
      found.push(...page);
      if (page.length < listPageSize) return found;
    }
  }

  async #listTeams(): Promise<PromptSummary[]> {
    const found: PromptSummary[] = [];
    for (;;) {
      const last = found.at(-1);
      const page = await this.#rows(summaryRow, 'prompts', [
        ['select', summaryColumns],
        ['team_id', 'not.is.null'],
        ['deleted_at', 'is.null'],
        ['order', 'id'],
        ['limit', String(listPageSize)],
        ...(last === undefined ? [] : ([['id', `gt.${last.id}`]] as const)),
      ]);
      found.push(...page);
      if (page.length < listPageSize) return found;
    }
  }

  async #favoriteIds(): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    let last = '';
    for (;;) {
      const page = await this.#rows(v.object({ prompt_id: v.string() }), 'favorites', [
        ['select', 'prompt_id'],
        ['order', 'prompt_id'],
        ['limit', String(listPageSize)],
        ...(last === '' ? [] : ([['prompt_id', `gt.${last}`]] as const)),
      ]);
      for (const { prompt_id: id } of page) ids.add((last = id));
      if (page.length < listPageSize) return ids;
    }
  }

  async #groupId(name: string | undefined): Promise<string | undefined> {
    if (name === undefined) return undefined;
    const row = v.object({ id: v.string() });
    const [group, ...others] = await this.#rows(row, 'groups', [
      ['select', 'id'],
      ['name', `eq.${name}`],
      ['deleted_at', 'is.null'],
      ['limit', '2'],
    ]);
    if (group === undefined) throw new CliError(`There is no group ${JSON.stringify(name)}.`);
    if (others.length === 0) return group.id;
    throw new CliError(`Several groups are called ${JSON.stringify(name)}. Rename one of them.`);
  }

  async #readIncluded(keys: readonly string[]): Promise<v.InferOutput<typeof includedRow>[]> {
    if (keys.length === 0) return [];
    return this.#client.send(v.array(includedRow), '/rest/v1/rpc/included_texts', {
      method: 'POST',
      body: { refs: keys },
    });
  }

  #rows<Schema extends v.GenericSchema>(
    row: Schema,
    resource: string,
    query: QueryParameters,
  ): Promise<v.InferOutput<Schema>[]> {
    return this.#client.send(v.array(row), `/rest/v1/${resource}`, { query });
  }
}

function toPrompt({ description, ...row }: v.InferOutput<typeof promptRow>): Prompt {
  return { ...row, description: description ?? '' };
}

function toColumns({ title, description, tags, content }: PromptValues) {
  return { title, description: description === '' ? null : description, tags, content };
}

function changeDescription(message: string | undefined) {
  return message === undefined ? {} : { change_description: message };
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
