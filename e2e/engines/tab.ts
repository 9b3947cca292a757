import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import type { Driver, Target } from './engine.ts';
import { describeQuery, findFirst, type Query } from './query.ts';

/** Testing Library as a single script. */
const library = readFileSync(
  fileURLToPath(
    new URL('@testing-library/dom.umd.min.js', import.meta.resolve('@testing-library/dom')),
  ),
  'utf8',
);

/** How long a page may take on a busy machine, in milliseconds. */
const patience = { timeout: 60_000, intervals: [50, 100, 250] };

/** A browser tab as a person uses it: each step waits until the page is ready for it. */
export class Tab {
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  /** Opens a path or URL. */
  async open(address: string): Promise<void> {
    await this.#driver.open(new URL(address, this.#origin).href);
  }

  /** Opens a page of the app and waits until it has rendered, since earlier presses are lost. */
  async openApp(address: string): Promise<void> {
    await this.open(address);
    await this.isTrue(`return performance.getEntriesByName('app-rendered').length > 0`);
  }

  /** Opens a page inside the app that is open. */
  async goTo(path: string): Promise<void> {
    await this.run(
      `history.pushState(null, '', arguments[0]);
      window.dispatchEvent(new PopStateEvent('popstate'));`,
      path,
    );
  }

  /** Stores a session as the app does, without opening a page of it. */
  async signInAs(session: string): Promise<void> {
    await this.open('/robots.txt');
    await this.run(`localStorage.setItem('supabase.auth.token', arguments[0])`, session);
  }

  /** Runs the body of a function in the page. */
  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.#driver.run(script, ...args);
  }

  /** Waits until the body of a function returns true. */
  async isTrue(script: string, ...args: readonly unknown[]): Promise<void> {
    await expect(async () => {
      expect(await this.run(script, ...args), script).toBe(true);
    }).toPass(patience);
  }

  async arriveAt(path: RegExp): Promise<void> {
    await expect(async () => {
      expect(await this.run('return location.pathname')).toMatch(path);
    }).toPass(patience);
  }

  async see(query: Query): Promise<void> {
    await this.#attempt(query, () => Promise.resolve());
  }

  async seeNo(query: Query): Promise<void> {
    await expect(async () => {
      expect(await this.#find(query), `no ${describeQuery(query)}`).toBeNull();
    }).toPass(patience);
  }

  async press(query: Query): Promise<void> {
    await this.#attempt(query, (target) => target.click());
  }

  /** Replaces the value of a field. */
  async fill(query: Query, value: string): Promise<void> {
    await this.#attempt(query, async (target) => {
      await target.select();
      await target.type(value);
      expect(await this.#valueOf(target)).toBe(value);
    });
  }

  async readText(query: Query, wanted: RegExp): Promise<void> {
    await this.#attempt(query, async (target) => {
      expect(String(await target.read('innerText')).trim()).toMatch(wanted);
    });
  }

  async chooseFile(query: Query, path: string): Promise<void> {
    await this.#attempt(query, (target) => target.type(path));
  }

  /** Pastes the clipboard over a field's value until it holds the expected text. */
  async paste(query: Query, wanted: string): Promise<void> {
    await this.#attempt(query, async (target) => {
      await target.click();
      await target.select();
      await this.#driver.pressWithControl('v');
      expect(await this.#valueOf(target)).toBe(wanted);
    });
  }

  screenshot(): Promise<Buffer> {
    return this.#driver.screenshot();
  }

  /** Returns the value of a field, or the text of an editable element, which ends its last line. */
  async #valueOf(target: Target): Promise<unknown> {
    return (await target.read('value')) ?? String(await target.read('innerText')).trimEnd();
  }

  /** Finds an element and acts on it, retrying while the page changes. */
  async #attempt(query: Query, act: (target: Target) => Promise<void>): Promise<void> {
    await expect(async () => {
      const target = await this.#find(query);
      if (target === null) throw new Error(`There is no ${describeQuery(query)}`);
      await act(target);
    }).toPass(patience);
  }

  async #find(query: Query): Promise<Target | null> {
    const isReady = await this.run(`return 'TestingLibraryDom' in window`);
    if (isReady !== true) await this.run(library);
    return this.#driver.find(findFirst, query);
  }
}
