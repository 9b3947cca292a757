import * as v from 'valibot';
import { messages } from '#contract/messages.ts';
import { readState } from '#web/data/chains/chain-run.ts';
import type {
  ExportedChain,
  ExportedComment,
  ExportedForeignUse,
  ExportedGroup,
  ExportedPrompt,
  ExportedRows,
  ExportedRun,
  ExportScope,
} from '#web/data/library-files/export.ts';
import {
  emptyLibrary,
  type Library,
  type LibraryChain,
  type LibraryComment,
  type LibraryFile,
  type LibraryPrompt,
  type LibraryRun,
  type LibraryUse,
} from '#web/lib/storage/library-file.ts';
import { canBeTarget, formatReference, mapReferences } from '#templating/references.ts';
import { idBindingsSchema, numberBindings } from '#web/lib/variables/step-bindings.ts';
import { runStepSchema } from '#web/lib/variables/run-step.ts';
import { pickStrings } from '#web/lib/text/pick-strings.ts';
import { fileName } from '#text/file-names.ts';
import { formatGroupPath } from '#text/group-path.ts';

/** Builds an export from rows. One of a selection contains only the groups of its prompts. */
export class LibraryBuilder {
  readonly #library = emptyLibrary();
  readonly #groups = new Map<string, ExportedGroup>();
  readonly #titles = new Map<string, string>();

  add(rows: ExportedRows): void {
    switch (rows.kind) {
      case 'groups':
        for (const group of rows.rows) this.#addGroup(group);
        break;
      case 'prompts':
        for (const prompt of rows.rows) this.#library.prompts.push(this.#promptOf(prompt));
        break;
      case 'chains':
        for (const chain of rows.rows) this.#library.chains.push(chainOf(chain));
        break;
      case 'runs':
        for (const run of rows.rows) this.#library.runs.push(runOf(run));
        break;
      case 'comments':
        for (const comment of rows.rows)
          this.#library.comments.push(...commentOf(comment, rows.userId));
        break;
      case 'uses':
        for (const use of rows.rows) this.#library.uses.push(foreignUseOf(use));
        break;
      case 'titles':
        for (const { id, title } of rows.rows) this.#titles.set(id, title);
        break;
      default:
        rows satisfies never;
    }
  }

  get promptCount(): number {
    return this.#library.prompts.length;
  }

  finish(kind: ExportScope['kind']): Library {
    if (kind === 'everything') return this.#library;
    const { groups, prompts, chains } = this.#library;
    const used = new Set(
      prompts.flatMap(({ group_id: id }) => this.#groupsOnPath(id).map((group) => group.id)),
    );
    return {
      ...this.#library,
      groups: kind === 'team' ? groups : groups.filter(({ id }) => used.has(id)),
      // The user's last-used values are private; the file may be meant for others.
      prompts: prompts.map((prompt) => ({
        ...this.#withTitles(prompt),
        last_use: null,
        versions: prompt.versions.map((version) => this.#withTitles(version)),
      })),
      chains: chains.map((chain) => ({
        ...chain,
        steps: chain.steps.map(({ content, ...step }) => ({
          ...step,
          content: content == null ? null : this.#withTitles({ content }).content,
        })),
      })),
    };
  }

  /** Replaces the ids of included prompts that are not in the file: nobody else has those. */
  #withTitles<State extends { readonly content: string }>(state: State): State {
    const content = mapReferences(state.content, (reference) => {
      const title = reference.id === null ? undefined : this.#titles.get(reference.id);
      return title !== undefined && canBeTarget(title) ? formatReference(title, reference) : null;
    });
    return { ...state, content };
  }

  #addGroup(group: ExportedGroup): void {
    this.#groups.set(group.id, group);
    this.#library.groups.push(group);
  }

  /** Returns a group and those around it, from the top; empty for a removed one. */
  #groupsOnPath(id: string | null): ExportedGroup[] {
    const group = id === null ? undefined : this.#groups.get(id);
    return group === undefined ? [] : [...this.#groupsOnPath(group.parent), group];
  }

  #promptOf(row: ExportedPrompt): LibraryPrompt {
    const versions = row.prompt_versions.toSorted(
      (one, other) => one.version_number - other.version_number,
    );
    const state = this.#stateOf(row);
    const last = versions.at(-1);
    // Removing its group or passing it to a team changes a prompt without a new version.
    const isCurrent = last !== undefined && sameState(this.#stateOf(last), state);
    const { id, forked_from, forked_from_version, created_at, updated_at } = row;
    return {
      id,
      ...state,
      is_favorite: row.favorites.length > 0,
      forked_from,
      forked_from_version,
      created_at,
      updated_at,
      last_use: lastUseOf(row.prompt_uses[0]),
      files: attachedFiles(row).map(({ name, type, path }) => ({ name, type, path })),
      newest: isCurrent ? metadataOf(last) : null,
      versions: (isCurrent ? versions.slice(0, -1) : versions).map((version) => ({
        ...metadataOf(version),
        ...this.#stateOf(version),
      })),
    };
  }

  #stateOf(row: ExportedPrompt | ExportedPrompt['prompt_versions'][number]) {
    const { title, content, description, tags, is_public, category, icon } = row;
    // Versions outlive groups: a removed group counts as none.
    const path = this.#groupsOnPath(row.group_id).map(({ name }) => name);
    const own =
      path.length === 0
        ? { group: null, group_id: null }
        : { group: formatGroupPath(path), group_id: row.group_id };
    return { title, content, description, tags, is_public, category, icon, ...own };
  }
}

interface AttachedFile extends LibraryFile {
  /** The object that has the bytes. */
  readonly objectName: string;
}

/** Returns the files of a prompt, with their paths in the archive. Forks name the same ones. */
export function attachedFiles(row: ExportedPrompt): AttachedFile[] {
  return row.prompt_attachments
    .filter(({ removed_at }) => removed_at === null)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ name, type, object_name: objectName }) => {
      const folder = objectName.split('/').at(-1) ?? '';
      return { name, type, objectName, path: `files/${folder}/${fileName(name)}` };
    });
}

function metadataOf(version: ExportedPrompt['prompt_versions'][number]) {
  const { version_number, change_description, created_at } = version;
  return { version_number, change_description, created_at };
}

function sameState(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function lastUseOf(use: ExportedPrompt['prompt_uses'][number] | undefined) {
  if (use === undefined) return null;
  return { used_at: use.used_at, uses: use.uses, last_values: pickStrings(use.last_values) };
}

function foreignUseOf(use: ExportedForeignUse): LibraryUse {
  const { used_at, uses, prompt_id: prompt, prompts } = use;
  const last_values = pickStrings(use.last_values);
  return { prompt, prompt_title: prompts.title, used_at, uses, last_values };
}

function runOf({
  title,
  chain_id: chain,
  created_at,
  updated_at,
  ...row
}: ExportedRun): LibraryRun {
  return {
    title,
    chain,
    state: readState(row.state),
    created_at,
    updated_at,
    steps: validEntries(runStepSchema, row.steps),
    answers: validEntries(v.string(), row.answers),
  };
}

/** Returns the valid entries of a list. Invalid ones of other programs don't stop the export. */
function validEntries<Entry>(schema: v.GenericSchema<unknown, Entry>, list: unknown): Entry[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const read = v.safeParse(schema, entry);
    return read.success ? [read.output] : [];
  });
}

/** Returns a comment in a list; an empty list when its prompt is deleted. */
function commentOf(row: ExportedComment, userId: string): LibraryComment[] {
  const { prompts: prompt, profiles: author, created_at, updated_at, body } = row;
  if (prompt && prompt.deleted_at !== null) return [];
  return [
    {
      prompt: row.prompt_id,
      prompt_title: prompt?.title ?? null,
      author: row.user_id === userId ? null : (author?.full_name ?? messages.community.anonymous),
      created_at,
      updated_at,
      body,
    },
  ];
}

function chainOf({ chain_prompts: steps, ...chain }: ExportedChain): LibraryChain {
  const ordered = steps
    .toSorted((one, other) => one.sequence_order - other.sequence_order)
    .map((step) => ({ ...step, bindings: v.parse(idBindingsSchema, step.bindings) }));
  const bindings = numberBindings(ordered);
  return {
    ...chain,
    steps: ordered.map((step, index) => ({
      prompt: step.prompt_id,
      title: step.title,
      content: step.content,
      bindings: bindings[index] ?? {},
    })),
  };
}
