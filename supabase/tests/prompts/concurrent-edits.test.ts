import { beforeAll, expect, it } from 'vitest';
import { SeededRandom } from '#server/testing/seeded-random.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { mergedText, mergeTexts } from '#text/three-way-merge.ts';
import { newPerson, newPrompt, newTeam } from '../world.ts';

/*
 * Two people repeatedly save the same prompt at the same moment, with random edits, as the page
 * does. By default this takes some seconds; `CUEBOOK_EDIT_PAIRS=10000` runs more pairs.
 */
const pairs = Number(process.env['CUEBOOK_EDIT_PAIRS'] ?? 500);
const prompts = 10;

const test = await setUpTestDatabase();
let writers: readonly [string, string];
beforeAll(async () => {
  writers = [await newPerson(test, 'Ann'), await newPerson(test, 'Ed')];
});

/** A prompt with its two writers, and the words that the final text must contain. */
class Shared {
  readonly stored = new Map<number, string>();
  readonly wanted = new Set<string>();
  readonly id: string;
  readonly #random: SeededRandom;

  constructor(id: string, seed: number) {
    this.id = id;
    this.#random = new SeededRandom(seed);
  }

  /** Adds a line, or, more often in a longer text, replaces a line or a word. */
  edit(base: string, word: string): string {
    const lines = base.split('\n');
    const at = this.#random.below(lines.length);
    const line = lines[at] ?? '';
    this.wanted.add(word);
    if (this.#random.below(40) < lines.length) {
      const words = line.split(' ');
      const remaining = this.#random.below(2) === 0 ? words.slice(1) : [];
      for (const gone of words.slice(0, words.length - remaining.length)) this.wanted.delete(gone);
      lines[at] = [word, ...remaining].join(' ');
    } else if (this.#random.below(2) === 0) {
      lines[at] = `${line} ${word}`;
    } else {
      lines.splice(at, 0, word);
    }
    return lines.join('\n');
  }

  /** Saves over a version, as the page does. Returns whether it came first. */
  async save(person: string, content: string, base: number): Promise<boolean> {
    const { rows, refusal } = await test.asUser(
      person,
      `update prompts set content = $1, updated_at = now()
       where id = $2 and version = $3 and deleted_at is null returning version`,
      [content, this.id, String(base)],
    );
    if (refusal) throw new Error(refusal.message);
    const version = rows[0]?.['version'];
    if (version === undefined) return false;
    if (this.stored.has(Number(version))) throw new Error(`Version ${version} was made twice`);
    this.stored.set(Number(version), content);
    return true;
  }

  async read(): Promise<{ content: string; version: number }> {
    const { rows } = await test.asUser(
      writers[0],
      'select content, version from prompts where id = $1',
      [this.id],
    );
    return { content: rows[0]?.['content'] ?? '', version: Number(rows[0]?.['version']) };
  }

  /** Lets both save the same version at once. The second one merges, and saves again. */
  async pair(number: number): Promise<void> {
    const base = await this.read();
    const sides = writers.map((person, side) => ({
      person,
      words: this.edit(base.content, `w${number}.${side}`),
    }));
    const first = await Promise.all(
      sides.map(({ person, words }) => this.save(person, words, base.version)),
    );
    const late = sides[first.indexOf(false)];
    if (!late || !first.includes(true)) throw new Error(`Saved at once: ${first.join(', ')}`);
    const theirs = await this.read();
    const merge = mergedText(mergeTexts(base.content, late.words, theirs.content));
    if (!(await this.save(late.person, merge, theirs.version))) {
      throw new Error('A merge over the newest version was refused');
    }
  }
}

it(
  `${pairs} pairs of concurrent edits lose no word and use no version number twice`,
  { timeout: 1_000_000 },
  async () => {
    const [ann, ed] = writers;
    const team = await newTeam(test, { owner: [ann], editor: [ed] });
    const all: Shared[] = [];
    for (let seed = 1; seed <= prompts; seed += 1) {
      const id = await newPrompt(test, ann, { content: 'start', team_id: team });
      all.push(new Shared(id, seed));
    }
    await Promise.all(
      all.map(async (shared, index) => {
        for (let number = index; number < pairs; number += prompts) await shared.pair(number);
      }),
    );
    for (const { id, stored, wanted } of all) {
      const history = await test.sql<{ n: number; content: string }>(
        `select version_number as n, content from prompt_versions where prompt_id = $1 order by n`,
        [id],
      );
      expect(history.map(({ n }) => n)).toEqual(history.map((_, index) => index + 1));
      expect(new Map(history.slice(1).map(({ n, content }) => [n, content]))).toEqual(stored);
      const words = new Set((history.at(-1)?.content ?? '').split(/\s+/));
      expect([...wanted].filter((word) => !words.has(word))).toEqual([]);
    }
    const saves = all.reduce((sum, { stored }) => sum + stored.size, 0);
    expect(saves).toBe(pairs * 2);
  },
);
