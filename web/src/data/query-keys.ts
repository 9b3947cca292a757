import type { PromptListKind, PromptSort } from './prompts/prompt.ts';

const prompts = ['prompts'] as const;
const promptLists = [...prompts, 'list'] as const;
const groups = ['groups'] as const;
const groupLists = [...groups, 'list'] as const;
const chains = ['chains'] as const;
const chainLists = [...chains, 'list'] as const;
const chainRuns = ['chain-runs'] as const;
const chainRunLists = [...chainRuns, 'list'] as const;
const versions = ['prompt-versions'] as const;

/** The filter and order of the community feed. */
interface CommunityKey {
  readonly order: string;
  readonly search: string;
  readonly tags: readonly string[];
  readonly category: string | null;
}

/** The choice of a group's list. */
interface GroupListKey {
  readonly search: string;
  readonly sort: PromptSort | undefined;
  readonly andBelow: boolean;
}

/**
 * The keys of all cached queries and mutations. A key is the prefix of the keys that are
 * invalidated with it.
 */
export const queryKeys = {
  attachments: {
    all: ['attachments'] as const,
    ofPrompt: (promptId: string) => ['attachments', promptId] as const,
    lists: (promptId: string) => ['attachments', promptId, 'list'] as const,
  },
  prompts: {
    all: prompts,
    /** Every list of prompts: a change of a prompt shows in each of them. */
    lists: promptLists,
    list: (kind: PromptListKind, userId: string, search: string, sort?: PromptSort) =>
      [...promptLists, kind, userId, { search, sort }] as const,
    favourites: [...promptLists, 'favourites'] as const,
    lastUsed: [...prompts, 'last-used'] as const,
    /** The favourites in the sidebar. */
    starred: [...prompts, 'starred'] as const,
    group: (groupId: string, userId: string, choice: GroupListKey) =>
      [...promptLists, 'group', groupId, userId, choice] as const,
    communities: [...promptLists, 'community'] as const,
    community: (userId: string, { order, search, tags, category }: CommunityKey) =>
      [...promptLists, 'community', userId, order, search, tags, category] as const,
    counts: [...prompts, 'count'] as const,
    count: (userId: string) => [...prompts, 'count', userId] as const,
    communityCount: (userId: string, choice: Omit<CommunityKey, 'order'>) =>
      [...prompts, 'count', userId, 'community', choice] as const,
    found: (userId: string, list: string, search: string) =>
      [...prompts, 'count', userId, list, search] as const,
    details: [...prompts, 'detail'] as const,
    detail: (id: string) => [...prompts, 'detail', id] as const,
    starters: [...prompts, 'starters'] as const,
    tags: (userId: string) => [...prompts, 'tags', userId] as const,
    shared: (id: string) => [...prompts, 'shared', id] as const,
    /** The texts that prompts and chains use: each may change with any prompt. */
    texts: [...prompts, 'texts'] as const,
    included: (keys: readonly string[]) => [...prompts, 'texts', 'included', keys] as const,
    contents: (ids: readonly string[]) => [...prompts, 'texts', 'of', ids] as const,
    /** Of prompts by their ids, or of those in a group. */
    usage: (of: readonly string[] | string) => [...prompts, 'usage', of] as const,
    sensitive: (ids: readonly string[]) => [...prompts, 'sensitive', ids] as const,
    forkBase: (forkId: string, version: number) =>
      [...prompts, 'fork-base', forkId, version] as const,
  },
  versions: {
    ofPrompt: (promptId: string) => [...versions, promptId] as const,
    list: (promptId: string) => [...versions, promptId, 'list'] as const,
    latest: (promptId: string) => [...versions, promptId, 'latest'] as const,
    detail: (promptId: string, version: number) =>
      [...versions, promptId, 'detail', version] as const,
  },
  labels: {
    all: ['prompt-labels'] as const,
    ofPrompt: (promptId: string) => ['prompt-labels', promptId] as const,
    list: (promptId: string) => ['prompt-labels', promptId, 'list'] as const,
    moves: (promptId: string) => ['prompt-labels', promptId, 'moves'] as const,
  },
  /** Of the mutations that mark a favourite. */
  favoriteMarks: ['favorites'] as const,
  groups: {
    all: groups,
    lists: groupLists,
    /** Of a person, or of a team. */
    list: (ownerId: string) => [...groupLists, ownerId] as const,
    deleted: (ownerId: string) => [...groupLists, 'deleted', ownerId] as const,
    detail: (id: string) => [...groups, 'detail', id] as const,
  },
  teams: {
    all: ['teams'] as const,
    /**
     * A query about a team, for `list` and `received` about a user, for `accepted` about an
     * invitation, for `link` about a token.
     */
    part: (
      part:
        | 'list'
        | 'detail'
        | 'members'
        | 'invitations'
        | 'received'
        | 'accepted'
        | 'activity'
        | 'links'
        | 'link',
      id: string,
    ) => ['teams', part, id] as const,
  },
  chains: {
    all: chains,
    lists: chainLists,
    /** Of a person, or of a team. */
    list: (ownerId: string) => [...chainLists, ownerId] as const,
    details: [...chains, 'detail'] as const,
    detail: (id: string) => [...chains, 'detail', id] as const,
  },
  chainRuns: {
    all: chainRuns,
    lists: chainRunLists,
    list: (userId: string, chainId: string | null) => [...chainRunLists, userId, chainId] as const,
    detail: (id: string) => [...chainRuns, 'detail', id] as const,
  },
  comments: {
    all: ['comments'] as const,
    ofPrompt: (promptId: string) => ['comments', promptId] as const,
  },
  hiddenAuthors: {
    all: ['hidden-authors'] as const,
    list: (userId: string) => ['hidden-authors', userId] as const,
  },
  profiles: {
    all: ['profiles'] as const,
    detail: (id: string) => ['profiles', id] as const,
  },
  subscriptions: {
    all: ['subscription'] as const,
    detail: (userId: string) => ['subscription', userId] as const,
  },
  sessions: (userId: string) => ['sessions', userId] as const,
  recoveryCodes: (userId: string) => ['recovery-codes', userId] as const,
  accessTokens: (userId: string) => ['access-tokens', userId] as const,
  webhooks: ['webhooks'] as const,
  connectedApps: (userId: string) => ['connected-apps', userId] as const,
  accessRequest: (id: string, userId: string) => ['access-request', id, userId] as const,
  passkeys: (userId: string) => ['passkeys', userId] as const,
  enrolment: (formId: string) => ['enrolment', formId] as const,
  /** The counts of an import of chosen files; `variant` names the choices. */
  importCounts: (previewId: string, variant: string) => ['import', previewId, variant] as const,
  checkout: ['checkout'] as const,
};
