import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { numbersFrom, pick } from '../random.ts';
import { promptText } from '../texts.ts';
import { type Answered, type Asked, send } from './send.ts';
import type { Tally } from './tally.ts';

/** What the server has acknowledged, and must hold from then on. */
export interface Kept {
  /** The content of each version of each prompt: version n at n - 1. */
  readonly prompts: Map<string, string[]>;
  /** By prompt: whether it is a favourite. */
  readonly favourites: Map<string, boolean>;
}

const session = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  user: v.object({ id: v.string() }),
});
const stored = v.array(v.object({ id: v.string(), version: v.number() }));
const found = v.array(v.object({ version: v.number(), content: v.string() }));
const feed = v.array(v.object({ id: v.string() }));

const words = ['contract', 'language', 'paragraph', 'offer', 'analyst', 'two minutes', 'e-mail'];
const password = 'Correct-Horse-9';
const listed = '*,favorites(user_id),prompt_uses(used_at),groups(name)';

/** What people do and how often, in a hundred. */
const habits = [
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
type Habit = (typeof habits)[number][0];

/** Somebody with a library, who comes from a network address of their own, and recovers as our page does. */
export class Person {
  readonly kept: Kept = { prompts: new Map(), favourites: new Map() };
  readonly #origin: string;
  readonly #key: string;
  readonly #number: number;
  readonly #next: () => number;
  #session: v.InferOutput<typeof session> | null = null;
  #texts: number;

  constructor(origin: string, publishableKey: string, number: number) {
    this.#origin = origin;
    this.#key = publishableKey;
    this.#number = number;
    this.#next = numbersFrom(number);
    this.#texts = number * 100_000;
  }

  get refreshToken(): string {
    return this.#session?.refresh_token ?? '';
  }

  async signUp(tally: Tally): Promise<void> {
    const body = { email: this.#email, password };
    const answer = await this.#ask(
      'sign up',
      { method: 'POST', path: '/auth/v1/signup', body },
      tally,
    );
    this.#session = v.parse(session, answer.body);
  }

  /** Stores so many prompts at once, a third of them public. */
  async fill(count: number, tally: Tally): Promise<void> {
    const rows = Array.from({ length: count }, () => this.#newPrompt());
    await this.#ask('fill', { method: 'POST', path: '/rest/v1/prompts', body: rows }, tally);
    for (const { id, content } of rows) this.kept.prompts.set(id, [content]);
  }

  /** Does something that people do. Throws what they would see as an error. */
  async act(tally: Tally): Promise<void> {
    let chance = this.#next() * 100;
    const habit = habits.find(([, share]) => (chance -= share) < 0)?.[0] ?? 'list';
    await this.#deeds[habit](tally);
  }

  /** Renews the session, as every page does before it ends. */
  async refresh(tally: Tally): Promise<void> {
    const body = { refresh_token: this.refreshToken };
    await this.#token('refresh', 'refresh_token', body, tally);
  }

  readonly #deeds: Record<Habit, (tally: Tally) => Promise<unknown>> = {
    list: (tally) =>
      this.#read(
        'list',
        `/rest/v1/prompts?select=${listed}&user_id=eq.${this.#session?.user.id}&deleted_at=is.null&order=created_at.desc,id.desc&limit=30`,
        tally,
      ),
    open: (tally) =>
      this.#read(
        'open',
        `/rest/v1/prompts?select=${listed},prompt_versions(count)&id=eq.${this.#anyPrompt()}`,
        tally,
      ),
    search: (tally) =>
      this.#call('search', 'search_prompts', { query: pick(words, this.#next()) }, tally),
    feed: async (tally) => {
      const order = pick(['latest', 'trending', 'top'], this.#next());
      const { body } = await this.#call('feed', 'community_feed', { sort: order }, tally);
      v.parse(feed, body);
    },
    edit: (tally) => this.#edit(tally),
    favourite: (tally) => this.#favourite(tally),
    save: (tally) => this.#save(tally),
    refresh: (tally) => this.refresh(tally),
    'sign in': (tally) =>
      this.#token('sign in', 'password', { email: this.#email, password }, tally),
  };

  /** A new prompt brings its id; sent again, it is ignored where it is there already. */
  async #save(tally: Tally): Promise<void> {
    const row = this.#newPrompt();
    const path = '/rest/v1/prompts?on_conflict=id&select=id,version';
    const headers = { prefer: 'resolution=ignore-duplicates,return=representation' };
    await this.#ask('save', { method: 'POST', path, headers, body: row }, tally);
    this.kept.prompts.set(row.id, [row.content]);
  }

  /** A change names its base. Without a row back, an earlier try may have been stored: it is looked up. */
  async #edit(tally: Tally): Promise<void> {
    const id = this.#anyPrompt();
    const versions = this.kept.prompts.get(id) ?? [];
    const { content } = this.#newPrompt();
    const path = `/rest/v1/prompts?id=eq.${id}&version=eq.${versions.length}&select=id,version`;
    const headers = { prefer: 'return=representation' };
    const answer = await this.#ask(
      'edit',
      { method: 'PATCH', path, headers, body: { content } },
      tally,
    );
    const [row] = v.parse(stored, answer.body);
    if (row === undefined) {
      const now = await this.#read(
        'look up',
        `/rest/v1/prompts?select=version,content&id=eq.${id}`,
        tally,
      );
      const [is] = v.parse(found, now.body);
      const isOurs = is?.version === versions.length + 1 && is.content === content;
      if (answer.tries === 0 || !isOurs) throw new Error(`edit: ${id} has moved on`);
    }
    versions.push(content);
  }

  async #favourite(tally: Tally): Promise<void> {
    const id = this.#anyPrompt();
    const wanted = this.kept.favourites.get(id) !== true;
    const user = this.#session?.user.id ?? '';
    const asked: Omit<Asked, 'headers'> & Partial<Asked> = wanted
      ? {
          method: 'POST',
          path: '/rest/v1/favorites?on_conflict=user_id,prompt_id',
          headers: { prefer: 'resolution=ignore-duplicates' },
          body: { user_id: user, prompt_id: id },
        }
      : { method: 'DELETE', path: `/rest/v1/favorites?user_id=eq.${user}&prompt_id=eq.${id}` };
    await this.#ask('favourite', asked, tally);
    this.kept.favourites.set(id, wanted);
  }

  async #token(kind: string, grant: string, body: object, tally: Tally): Promise<void> {
    const path = `/auth/v1/token?grant_type=${grant}`;
    const answer = await this.#ask(kind, { method: 'POST', path, body }, tally);
    this.#session = v.parse(session, answer.body);
  }

  #read(kind: string, path: string, tally: Tally): Promise<Answered> {
    return this.#ask(kind, { method: 'GET', path }, tally);
  }

  #call(kind: string, name: string, body: object, tally: Tally): Promise<Answered> {
    return this.#ask(kind, { method: 'POST', path: `/rest/v1/rpc/${name}`, body }, tally);
  }

  #ask(
    kind: string,
    asked: Omit<Asked, 'headers'> & Partial<Asked>,
    tally: Tally,
  ): Promise<Answered> {
    const token = this.#session === null ? null : `Bearer ${this.#session.access_token}`;
    const headers = {
      apikey: this.#key,
      'x-forwarded-for': `10.0.${this.#number >> 8}.${this.#number & 255}`,
      ...(token === null ? {} : { authorization: token }),
      ...asked.headers,
    };
    return send(this.#origin, kind, { ...asked, headers }, tally);
  }

  get #email(): string {
    return `load-${this.#number}@bench.example`;
  }

  #anyPrompt(): string {
    return pick([...this.kept.prompts.keys()], this.#next());
  }

  #newPrompt() {
    this.#texts += 1;
    const { title, content, description, tags, isPublic } = promptText(this.#texts);
    return { id: randomUUID(), title, content, description, tags, is_public: isPublic };
  }
}
