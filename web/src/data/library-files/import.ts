import { mutationOptions, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Json } from '#contract/database.types.ts';
import type {
  LibraryChain,
  LibraryComment,
  LibraryRun,
  LibraryUse,
  LibraryVersion,
} from '#web/lib/storage/library-file.ts';
import { readInParts } from '#web/lib/values/read-in-parts.ts';
import { newId } from '#contract/new-id.ts';
import { db } from '#web/data/backend/client.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';

/**
 * A state of a prompt, as a parameter of `import_library`; `group` is the key of a group of the
 * same import.
 */
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

type Saved = Pick<LibraryVersion, 'change_description' | 'created_at'>;

export type PromptToImport = State & {
  readonly key: string;
  readonly is_favorite?: boolean;
  readonly forked_from?: string | null;
  readonly forked_from_version?: number | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
  /** The version with this state; without it the database creates one. */
  readonly newest?: Saved | null;
  /** The page attaches its files when it is stored. */
  readonly has_files?: boolean;
};

/** An earlier state of the prompt with that key; oldest first. */
export type VersionToImport = State &
  Saved & {
    readonly prompt: string;
  };

export type GroupToImport = {
  readonly key: string;
  /** The names from the top to its own. */
  readonly path: readonly string[];
  /** The key of the group that it lies in. */
  readonly parent: string | null;
  readonly description: string | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
};

/** The prompts of its steps are keys of prompts of the same import, or ids of other prompts. */
export type ChainToImport = Omit<LibraryChain, 'id'> & {
  /** The key by which runs refer to it. */
  readonly key: string | null;
};

/** Its `chain` is the key of a chain of the same import. */
export type RunToImport = Omit<LibraryRun, 'steps'> & { readonly steps: readonly Json[] };

/** The person's own comment on a prompt of the same import. */
export type CommentToImport = Omit<LibraryComment, 'prompt_title' | 'author'>;

/** Its `prompt` is the key of a prompt of the same import, or the id of another prompt. */
export type UseToImport = Omit<LibraryUse, 'prompt_title'>;

export interface ImportRequest {
  readonly groups: readonly GroupToImport[];
  readonly prompts: readonly PromptToImport[];
  readonly versions: readonly VersionToImport[];
  readonly chains: readonly ChainToImport[];
  readonly runs: readonly RunToImport[];
  readonly comments: readonly CommentToImport[];
  readonly uses: readonly UseToImport[];
  /** The team whose library it goes to; null for the person's own. */
  readonly teamId: string | null;
  /** Whether to import prompts that the library already has. */
  readonly includeExisting: boolean;
  /** Whether to publish the prompts that were public. */
  readonly publish: boolean;
  /** Called with the number of parts sent; once it equals `total`, the import is being stored. */
  readonly onSent: (parts: number, total: number) => void;
}

const fingerprintsPerRequest = 10_000;

/** Returns which of these fingerprints (see `fingerprint`) a team's library, or the person's, has. */
export async function existingFingerprints(
  fingerprints: readonly string[],
  signal: AbortSignal,
  teamId: string | null,
): Promise<ReadonlySet<string>> {
  const team = teamId === null ? {} : { of_team: teamId };
  const existing = await readInParts(
    fingerprints,
    async (part) => {
      const request = db.rpc('known_prompts', { fingerprints: [...part], ...team });
      return unwrap(await request.abortSignal(signal));
    },
    fingerprintsPerRequest,
  );
  return new Set(existing);
}

const entryKinds = ['groups', 'chains', 'runs', 'comments', 'uses'] as const;
type EntryKind = (typeof entryKinds)[number];

/** An entry of a file, besides its prompts, as the database compares it with the library. */
export interface ComparedEntry {
  readonly kind: EntryKind;
  /** The names from the top to a group. */
  readonly path?: readonly string[];
  /** A hash of what this kind compares; see `comparedEntries`. */
  readonly digest?: string;
  readonly created_at?: string | null;
  /** Fingerprints of prompts of the same file, or ids of other prompts. */
  readonly prompts?: readonly (string | null)[];
}

/** The entries of one kind that an import would add, and those that the library has. */
interface EntryCount {
  readonly new: number;
  readonly existing: number;
}

export type EntryCounts = Readonly<Record<EntryKind, EntryCount>>;

interface ImportCountsInput {
  readonly previewId: string;
  readonly teamId: string | null;
  /** Names the choices that `entriesOfFiles` depends on. */
  readonly variant: string;
  readonly includeExisting: boolean;
  readonly entriesOfFiles: () => readonly (readonly ComparedEntry[])[];
}

/** Counts for each file, in the order of their import, what the import would add besides prompts. */
export function importCounts(input: ImportCountsInput) {
  const { previewId, teamId, variant, includeExisting, entriesOfFiles } = input;
  return queryOptions({
    queryKey: queryKeys.importCounts(previewId, `${variant} ${includeExisting}`),
    queryFn: async ({ signal }): Promise<readonly EntryCounts[]> => {
      const files = entriesOfFiles();
      const counts = files.map(() => noEntries());
      for (const entries of comparablePages(files)) {
        const request = db.rpc('preview_import', {
          entries,
          include_known: includeExisting,
          ...toTeam(teamId),
        });
        const result = unwrap(await request.abortSignal(signal));
        for (const { file, kind, ...count } of v.parse(countsSchema, result)) {
          const ofFile = counts[file - 1];
          if (!ofFile) continue;
          ofFile[kind].new += count.new;
          ofFile[kind].existing += count.existing;
        }
      }
      return counts;
    },
    // An import changes the result, and the entries of a large file take room.
    staleTime: 0,
    gcTime: 0,
  });
}

function noEntries() {
  const none = () => ({ new: 0, existing: 0 });
  return { groups: none(), chains: none(), runs: none(), comments: none(), uses: none() };
}

/** The characters of a page of entries: three bytes each at worst, and the server accepts 16 MiB. */
const pageLength = 4_000_000;

/** Splits the entries of all files into requests. Those that may be equal stay in one, since they are counted. */
function comparablePages(files: readonly (readonly ComparedEntry[])[]): Json[][] {
  const keyed = files
    .flatMap((entries, index) => entries.map((entry) => ({ ...entry, file: index + 1 })))
    .map((entry) => {
      const value = entry.digest ?? entry.path?.join('/').toLowerCase() ?? entry.prompts?.[0] ?? '';
      return { key: `${entry.kind} ${value}`, entry };
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  const pages: Json[][] = [];
  let roomLeft = 0;
  let lastKey = '';
  for (const { key, entry } of keyed) {
    const { prompts = [], path = [], ...fields } = entry;
    const row = { ...fields, path: [...path], prompts: [...prompts] };
    if (pages.length === 0 || (roomLeft <= 0 && key !== lastKey)) {
      pages.push([]);
      roomLeft = pageLength;
    }
    pages.at(-1)?.push(row);
    roomLeft -= JSON.stringify(row).length;
    lastKey = key;
  }
  return pages;
}

const countsSchema = v.array(
  v.object({
    file: v.number(),
    kind: v.picklist(entryKinds),
    new: v.number(),
    existing: v.number(),
  }),
);

/**
 * Imports a file in one transaction. It is sent in parts, which the database collects until it has
 * them all. Prompts that the library already has are left out, so that a repeat after a lost
 * response does no harm.
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
      const result = await db.rpc('import_library', {
        import_id: importId,
        include_known: request.includeExisting,
        publish: request.publish,
        ...toTeam(request.teamId),
      });
      return v.parse(resultSchema, unwrap(result));
    },
    // An import may change every list, also one whose response is lost.
    onSettled: (_data, _error, _input, _before, { client }) => client.invalidateQueries(),
  });
}

/** Returns the parameter for a team; none for the person's own library. */
function toTeam(teamId: string | null) {
  return teamId === null ? {} : { to_team: teamId };
}

/** The content of one request: entries by their kinds. */
type Part = Partial<Record<'prompts' | 'versions' | EntryKind, Json[]>>;

/** The characters of a part: six bytes each at worst, and the server accepts 16 MiB. */
const partLength = 1_500_000;

/** Splits the request into parts that the server accepts; groups come first. */
function partsOf(request: ImportRequest): Part[] {
  const parts: Part[] = [];
  let roomLeft = 0;
  function add(kind: keyof Part, entry: Json): void {
    const { length } = JSON.stringify(entry);
    if (parts.length === 0 || length > roomLeft) {
      parts.push({});
      roomLeft = partLength;
    }
    roomLeft -= length;
    const part = parts.at(-1);
    if (part) (part[kind] ??= []).push(entry);
  }
  for (const { path, ...group } of request.groups) add('groups', { ...group, path: [...path] });
  for (const { tags, ...prompt } of request.prompts) add('prompts', { ...prompt, tags: [...tags] });
  for (const { tags, ...version } of request.versions) {
    add('versions', { ...version, tags: [...tags] });
  }
  for (const { steps, ...chain } of request.chains) {
    const mutable = steps.map((step) => ({ ...step, bindings: { ...step.bindings } }));
    add('chains', { ...chain, steps: mutable });
  }
  for (const { steps, answers, ...run } of request.runs) {
    add('runs', { ...run, steps: [...steps], answers: [...answers] });
  }
  for (const comment of request.comments) add('comments', { ...comment });
  for (const use of request.uses) add('uses', { ...use });
  return parts;
}

const count = v.optional(v.number(), 0);
/** The numbers of what `import_library` has stored. */
const resultSchema = v.object({
  imported: count,
  /** Indexes of the prompts that the library already had. */
  known: v.optional(v.array(v.number()), []),
  new_groups: count,
  new_chains: count,
  /** Steps of chains whose prompt is neither in the file nor in the library. */
  empty_steps: count,
  new_runs: count,
  new_comments: count,
  new_uses: count,
  /** The ids of new prompts that have files, by their keys. */
  prompts_with_files: v.optional(v.record(v.string(), v.string()), {}),
});

export type ImportResult = Readonly<v.InferOutput<typeof resultSchema>>;

/** The result of an import that has nothing to store. */
export const emptyImport: ImportResult = v.parse(resultSchema, {});
