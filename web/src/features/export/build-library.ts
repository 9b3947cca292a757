import type {
  ExportedChain,
  ExportedGroup,
  ExportedPrompt,
  ExportedRows,
} from '#web/data/export.ts';
import type { Library, LibraryChain, LibraryGroup, LibraryPrompt } from '#web/lib/library-file.ts';

/** Puts the rows of a library together, as they come. Of groups only those that hold something, unless it is whole. */
export class LibraryBuilder {
  readonly #groups: LibraryGroup[] = [];
  readonly #prompts: LibraryPrompt[] = [];
  readonly #chains: LibraryChain[] = [];
  readonly #groupNames = new Map<string, string>();

  add(rows: ExportedRows): void {
    switch (rows.kind) {
      case 'groups':
        for (const group of rows.rows) this.#addGroup(group);
        break;
      case 'prompts':
        for (const prompt of rows.rows) this.#prompts.push(this.#promptOf(prompt));
        break;
      case 'chains':
        for (const chain of rows.rows) this.#chains.push(chainOf(chain));
        break;
      default:
        rows satisfies never;
    }
  }

  get promptCount(): number {
    return this.#prompts.length;
  }

  finish(whole: boolean): Library {
    const used = new Set(this.#prompts.map((prompt) => prompt.group_id));
    const groups = whole ? this.#groups : this.#groups.filter(({ id }) => used.has(id));
    return { groups, prompts: this.#prompts, chains: this.#chains };
  }

  #addGroup({ id, name, description, created_at, updated_at }: ExportedGroup): void {
    this.#groupNames.set(id, name);
    this.#groups.push({ id, name, description, created_at, updated_at });
  }

  #promptOf(row: ExportedPrompt): LibraryPrompt {
    const versions = row.prompt_versions.toSorted(
      (one, other) => one.version_number - other.version_number,
    );
    const state = this.#stateOf(row);
    const last = versions.at(-1);
    // A group that was removed, or a team that took it over, may have changed it without a version.
    const isPresent = last !== undefined && sameState(this.#stateOf(last), state);
    return {
      id: row.id,
      ...state,
      is_favorite: row.favorites.length > 0,
      forked_from: row.forked_from,
      forked_from_version: row.forked_from_version,
      created_at: row.created_at,
      updated_at: row.updated_at,
      newest: isPresent ? savedOf(last) : null,
      versions: (isPresent ? versions.slice(0, -1) : versions).map((version) => ({
        ...savedOf(version),
        ...this.#stateOf(version),
      })),
    };
  }

  #stateOf(row: ExportedPrompt | ExportedPrompt['prompt_versions'][number]) {
    const { title, content, description, tags, is_public, category, icon } = row;
    // History outlives groups: one that is gone is none.
    const group = row.group_id === null ? undefined : this.#groupNames.get(row.group_id);
    return {
      title,
      content,
      description,
      tags,
      is_public,
      category,
      icon,
      group: group ?? null,
      group_id: group === undefined ? null : row.group_id,
    };
  }
}

function savedOf(version: ExportedPrompt['prompt_versions'][number]) {
  const { version_number, change_description, created_at } = version;
  return { version_number, change_description, created_at };
}

function sameState(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function chainOf({
  title,
  description,
  created_at,
  updated_at,
  chain_prompts: steps,
}: ExportedChain): LibraryChain {
  const prompts = steps
    .toSorted((one, other) => one.sequence_order - other.sequence_order)
    .map((step) => step.prompt_id);
  return { title, description, created_at, updated_at, prompts };
}
