import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { createRandom, pick } from '../random.ts';
import { promptText } from '../prompt-text.ts';
import { type LoadRequest, type LoadResponse, send, SessionExpired } from './send.ts';
import type { RequestStats } from './request-stats.ts';

/** Writes that the server has acknowledged, and so must have stored. */
export interface AcknowledgedWrites {
  /** The content of each version of each prompt: version n at n - 1. */
  readonly prompts: Map<string, string[]>;
  /** Whether each prompt is a favourite. */
  readonly favourites: Map<string, boolean>;
}

const session = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.object({ id: v.string() }),
});
const storedVersions = v.array(v.object({ id: v.string(), version: v.number() }));
const storedContents = v.array(v.object({ version: v.number(), content: v.string() }));
const feed = v.array(v.object({ id: v.string() }));

const queries = ['contract', 'language', 'paragraph', 'offer', 'analyst', 'two minutes', 'e-mail'];
const password = 'Correct-Horse-9';

type UnauthenticatedRequest = Omit<LoadRequest, 'headers'> & Partial<LoadRequest>;

const listColumns = '*,favorites(user_id),prompt_uses(used_at),groups(name)';

/** Actions, and their shares in percent. */
const actionShares = [
  ['list', 34],
  ['open', 18],
  ['search', 14],
  ['feed', 10],
  ['edit', 9],
  ['favourite', 6],
  ['save', 5],
  ['refresh', 3],
  ['sign in', 1],
] as const;
type Action = (typeof actionShares)[number][0];

/** A user with a library and a network address of their own, who retries as our page does. */
export class VirtualUser {
  acknowledged: AcknowledgedWrites = { prompts: new Map(), favourites: new Map() };
  /** Number of writes acknowledged so far. */
  acknowledgedCount = 0;
  readonly #origin: string;
  readonly #key: string;
  readonly #number: number;
  readonly #random: () => number;
  #session: v.InferOutput<typeof session> | null = null;
  #lastText: number;

  constructor(origin: string, publishableKey: string, number: number) {
    this.#origin = origin;
    this.#key = publishableKey;
    this.#number = number;
    this.#random = createRandom(number);
    this.#lastText = number * 100_000;
  }

  get refreshToken(): string {
    return this.#session?.refresh_token ?? '';
  }

  async signUp(stats: RequestStats): Promise<void> {
    const body = { email: this.#email, password };
    const response = await this.#send(
      'sign up',
      { method: 'POST', path: '/auth/v1/signup', body },
      stats,
    );
    this.#session = v.parse(session, response.body);
  }

  /** Stores `count` prompts at once, a third of them public. */
  async fill(count: number, stats: RequestStats): Promise<void> {
    const rows = Array.from({ length: count }, () => this.#newPrompt());
    await this.#send('fill', { method: 'POST', path: '/rest/v1/prompts', body: rows }, stats);
    for (const { id, content } of rows) this.acknowledged.prompts.set(id, [content]);
  }

  /** Performs a random action. Throws errors that a person would see. */
  async act(stats: RequestStats): Promise<void> {
    let remaining = this.#random() * 100;
    const action = actionShares.find(([, share]) => (remaining -= share) < 0)?.[0] ?? 'list';
    await this.#actions[action](stats);
  }

  /** Creates or changes a prompt, or marks one as a favourite. */
  async write(stats: RequestStats): Promise<void> {
    const share = this.#random();
    if (share < 0.5 || this.acknowledged.prompts.size === 0) await this.#save(stats);
    else if (share < 0.85) await this.#edit(stats);
    else await this.#favourite(stats);
    this.acknowledgedCount += 1;
  }

  /** Returns the acknowledged writes, and leaves their prompts alone from now on. */
  takeAcknowledged(): AcknowledgedWrites {
    const taken = this.acknowledged;
    this.acknowledged = { prompts: new Map(), favourites: new Map() };
    return taken;
  }

  /** Refreshes the session, as the page does before it expires. */
  async refresh(stats: RequestStats): Promise<void> {
    const body = { refresh_token: this.refreshToken };
    await this.#token('refresh', 'refresh_token', body, stats);
  }

  readonly #actions: Record<Action, (stats: RequestStats) => Promise<unknown>> = {
    list: (stats) =>
      this.#read(
        'list',
        `/rest/v1/prompts?select=${listColumns}&user_id=eq.${this.#session?.user.id}&deleted_at=is.null&order=created_at.desc,id.desc&limit=30`,
        stats,
      ),
    open: (stats) =>
      this.#read(
        'open',
        `/rest/v1/prompts?select=${listColumns},prompt_versions(count)&id=eq.${this.#anyPrompt()}`,
        stats,
      ),
    search: (stats) =>
      this.#call('search', 'search_prompts', { query: pick(queries, this.#random()) }, stats),
    feed: async (stats) => {
      const order = pick(['latest', 'trending', 'top'], this.#random());
      const { body } = await this.#call('feed', 'community_feed', { sort: order }, stats);
      v.parse(feed, body);
    },
    edit: (stats) => this.#edit(stats),
    favourite: (stats) => this.#favourite(stats),
    save: (stats) => this.#save(stats),
    refresh: (stats) => this.refresh(stats),
    'sign in': (stats) =>
      this.#token('sign in', 'password', { email: this.#email, password }, stats),
  };

  /** Creates a prompt under an id chosen here, so that a retry doesn't create it twice. */
  async #save(stats: RequestStats): Promise<void> {
    const row = this.#newPrompt();
    const path = '/rest/v1/prompts?on_conflict=id&select=id,version';
    const headers = { prefer: 'resolution=ignore-duplicates,return=representation' };
    await this.#send('save', { method: 'POST', path, headers, body: row }, stats);
    this.acknowledged.prompts.set(row.id, [row.content]);
  }

  /**
   * Changes a prompt, naming the version the change is based on. If no row comes back, an earlier
   * attempt may have been stored, so it looks the prompt up.
   */
  async #edit(stats: RequestStats): Promise<void> {
    const id = this.#anyPrompt();
    const versions = this.acknowledged.prompts.get(id) ?? [];
    const { content } = this.#newPrompt();
    const path = `/rest/v1/prompts?id=eq.${id}&version=eq.${versions.length}&select=id,version`;
    const headers = { prefer: 'return=representation' };
    const response = await this.#send(
      'edit',
      { method: 'PATCH', path, headers, body: { content } },
      stats,
    );
    const [row] = v.parse(storedVersions, response.body);
    if (row === undefined) {
      const current = await this.#read(
        'look up',
        `/rest/v1/prompts?select=version,content&id=eq.${id}`,
        stats,
      );
      const [saved] = v.parse(storedContents, current.body);
      const isOurs = saved?.version === versions.length + 1 && saved.content === content;
      if (response.retries === 0 || !isOurs)
        throw new Error(`edit: ${id} was changed by another request`);
    }
    versions.push(content);
  }

  async #favourite(stats: RequestStats): Promise<void> {
    const id = this.#anyPrompt();
    const isFavourite = this.acknowledged.favourites.get(id) !== true;
    const user = this.#session?.user.id ?? '';
    const request: UnauthenticatedRequest = isFavourite
      ? {
          method: 'POST',
          path: '/rest/v1/favorites?on_conflict=user_id,prompt_id',
          headers: { prefer: 'resolution=ignore-duplicates' },
          body: { user_id: user, prompt_id: id },
        }
      : { method: 'DELETE', path: `/rest/v1/favorites?user_id=eq.${user}&prompt_id=eq.${id}` };
    await this.#send('favourite', request, stats);
    this.acknowledged.favourites.set(id, isFavourite);
  }

  async #token(kind: string, grant: string, body: object, stats: RequestStats): Promise<void> {
    const path = `/auth/v1/token?grant_type=${grant}`;
    const response = await this.#send(kind, { method: 'POST', path, body }, stats);
    this.#session = v.parse(session, response.body);
  }

  #read(kind: string, path: string, stats: RequestStats): Promise<LoadResponse> {
    return this.#send(kind, { method: 'GET', path }, stats);
  }

  #call(kind: string, name: string, body: object, stats: RequestStats): Promise<LoadResponse> {
    return this.#send(kind, { method: 'POST', path: `/rest/v1/rpc/${name}`, body }, stats);
  }

  /** Sends a request, and once more with a new session if the token has expired. */
  async #send(
    kind: string,
    request: UnauthenticatedRequest,
    stats: RequestStats,
  ): Promise<LoadResponse> {
    try {
      return await this.#sendOnce(kind, request, stats);
    } catch (error) {
      if (!(error instanceof SessionExpired) || request.path.startsWith('/auth/')) throw error;
      stats.refuse('401: the token had expired');
      await this.refresh(stats);
      const response = await this.#sendOnce(kind, request, stats);
      // An attempt before the refusal may have been stored.
      return { ...response, retries: response.retries + 1 };
    }
  }

  #sendOnce(
    kind: string,
    request: UnauthenticatedRequest,
    stats: RequestStats,
  ): Promise<LoadResponse> {
    const token = this.#session === null ? null : `Bearer ${this.#session.access_token}`;
    const headers = {
      apikey: this.#key,
      'x-forwarded-for': `10.0.${this.#number >> 8}.${this.#number & 255}`,
      ...(token === null ? {} : { authorization: token }),
      ...request.headers,
    };
    return send(this.#origin, kind, { ...request, headers }, stats);
  }

  get #email(): string {
    return `load-${this.#number}@bench.example`;
  }

  #anyPrompt(): string {
    return pick([...this.acknowledged.prompts.keys()], this.#random());
  }

  #newPrompt() {
    this.#lastText += 1;
    const { title, content, description, tags, isPublic } = promptText(this.#lastText);
    return { id: randomUUID(), title, content, description, tags, is_public: isPublic };
  }
}
