import { mutationOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Json } from '#contract/database.types.ts';
import { newId } from '#web/lib/values/new-id.ts';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';

/** A state of a prompt, as `import_library` takes it; `group` is the key of a group of the same import. */
type State = {
  readonly title: string;
  readonly content: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly group: string | null;
  readonly icon?: string | null;
  readonly is_public?: boolean;
};

type Saved = {
  readonly change_description: string | null;
  readonly created_at: string | null;
};

export type PromptToImport = State & {
  readonly key: string;
  readonly is_favorite?: boolean;
  readonly forked_from?: string | null;
  readonly forked_from_version?: number | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  /** The version that is this state; without it the database makes one. */
  readonly newest?: Saved | null;
};

/** A state that the prompt of that key had before; a prompt's come from the first on. */
export type VersionToImport = State &
  Saved & {
    readonly prompt: string;
  };

export type GroupToImport = {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
};

export type ChainToImport = {
  /** By which runs name it. */
  readonly key: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  /** Keys of prompts of the same import, or ids of others. */
  readonly prompts: readonly (string | null)[];
};

export type RunToImport = {
  readonly title: string;
  /** Key of a chain of the same import. */
  readonly chain: string | null;
  readonly state: string;
  readonly steps: readonly Json[];
  readonly answers: readonly string[];
  readonly created_at: string | null;
  readonly updated_at: string | null;
};

/** The person's own words, under a prompt of the same import. */
export type CommentToImport = {
  readonly prompt: string;
  readonly body: string;
  readonly created_at: string | null;
  readonly updated_at: string | null;
};

export type UseToImport = {
  /** Key of a prompt of the same import, or id of another. */
  readonly prompt: string;
  readonly used_at: string | null;
  readonly uses: number;
  readonly last_values: { readonly [name: string]: string };
};

export interface ImportRequest {
  readonly groups: readonly GroupToImport[];
  readonly prompts: readonly PromptToImport[];
  readonly versions: readonly VersionToImport[];
  readonly chains: readonly ChainToImport[];
  readonly runs: readonly RunToImport[];
  readonly comments: readonly CommentToImport[];
  readonly uses: readonly UseToImport[];
  /** Store again what the person's library holds already. */
  readonly includeExisting: boolean;
  /** Let what was public be public again. */
  readonly publish: boolean;
  /** Hears how many of the parts have been sent; all of them: it is being stored. */
  readonly onSent: (parts: number, of: number) => void;
}

export interface ImportResult {
  readonly imported: number;
  /** Positions, from 0, of the prompts that the library held already. */
  readonly existing: readonly number[];
  readonly newGroups: number;
  readonly newChains: number;
  /** Steps of chains whose prompts are neither in the file nor here. */
  readonly emptySteps: number;
  readonly newRuns: number;
  readonly newComments: number;
}

const askedAtOnce = 10_000;

/** Which of these fingerprints (see `fingerprint`) belong to prompts that the person has. */
export async function existingFingerprints(
  fingerprints: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let from = 0; from < fingerprints.length; from += askedAtOnce) {
    const some = fingerprints.slice(from, from + askedAtOnce);
    const answer = await db.rpc('known_prompts', { fingerprints: some }).abortSignal(signal);
    for (const print of unwrap(answer)) known.add(print);
  }
  return known;
}

/**
 * Stores all that a file holds in one transaction: all of it or nothing. It is sent in parts, which the database
 * keeps aside until it has them all. What the library holds already is left out, so that sending a file twice,
 * after a lost answer, does no harm.
 */
export function importLibrary() {
  return mutationOptions({
    mutationFn: async (request: ImportRequest): Promise<ImportResult> => {
      const importId = newId();
      const parts = partsOf(request);
      for (const [part, content] of parts.entries()) {
        request.onSent(part, parts.length);
        unwrap(await db.from('import_parts').insert({ import_id: importId, part, content }));
      }
      request.onSent(parts.length, parts.length);
      const answer: unknown = unwrap(
        await db.rpc('import_library', {
          import_id: importId,
          include_known: request.includeExisting,
          publish: request.publish,
        }),
      );
      return readResult(answer);
    },
    // Whatever lists prompts or groups has changed; what is in sight is fetched again.
    onSuccess: (_data, _input, _before, { client }) => client.invalidateQueries(),
  });
}

/** What goes over the wire in one piece. */
interface Part {
  readonly [list: string]: Json[];
  readonly groups: Json[];
  readonly prompts: Json[];
  readonly versions: Json[];
  readonly chains: Json[];
  readonly runs: Json[];
  readonly comments: Json[];
  readonly uses: Json[];
}

/** Characters of a part: at worst six bytes each, and the server takes 16 MiB. */
const partLength = 1_500_000;

/** Cuts what is to be sent into parts that the server takes; groups come first. */
function partsOf(request: ImportRequest): Part[] {
  const { groups, prompts, versions, chains, runs, comments, uses } = request;
  const parts: Part[] = [];
  let room = 0;
  function partFor(...texts: readonly (string | null)[]): Part {
    const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 300);
    const last = parts.at(-1);
    if (last && length <= room) {
      room -= length;
      return last;
    }
    const part: Part = {
      groups: [],
      prompts: [],
      versions: [],
      chains: [],
      runs: [],
      comments: [],
      uses: [],
    };
    parts.push(part);
    room = partLength - length;
    return part;
  }
  for (const group of groups) partFor(group.name, group.description).groups.push(group);
  for (const prompt of prompts) {
    partFor(prompt.title, prompt.content, prompt.description).prompts.push({
      ...prompt,
      tags: [...prompt.tags],
    });
  }
  for (const version of versions) {
    partFor(version.title, version.content, version.description).versions.push({
      ...version,
      tags: [...version.tags],
    });
  }
  for (const chain of chains) {
    partFor(chain.title, ...chain.prompts).chains.push({ ...chain, prompts: [...chain.prompts] });
  }
  for (const run of runs) {
    const row = { ...run, steps: [...run.steps], answers: [...run.answers] };
    partFor(JSON.stringify(row)).runs.push(row);
  }
  for (const comment of comments) partFor(comment.body).comments.push({ ...comment });
  for (const use of uses) partFor(JSON.stringify(use.last_values)).uses.push({ ...use });
  return parts;
}

const resultSchema = v.object({
  imported: v.number(),
  known: v.array(v.number()),
  new_groups: v.number(),
  new_chains: v.number(),
  empty_steps: v.number(),
  new_runs: v.number(),
  new_comments: v.number(),
});

function readResult(answer: unknown): ImportResult {
  const { success, output } = v.safeParse(resultSchema, answer);
  if (!success) throw new DataError('The server did not say what was imported');
  return {
    imported: output.imported,
    existing: output.known,
    newGroups: output.new_groups,
    newChains: output.new_chains,
    emptySteps: output.empty_steps,
    newRuns: output.new_runs,
    newComments: output.new_comments,
  };
}
