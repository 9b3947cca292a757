import {
  launch,
  type BrowserContext,
  type ElementHandle,
  type JSHandle,
  type Page,
} from 'puppeteer-core';
import { windowSize, type Driver, type EngineBrowser, type Target } from './engine.ts';

/** Chromium, and Firefox by WebDriver BiDi. */
export async function startWithPuppeteer(
  browser: 'chrome' | 'firefox',
  executablePath: string,
): Promise<EngineBrowser> {
  const started = await launch({
    browser,
    executablePath,
    headless: true,
    defaultViewport: null,
    args: browser === 'chrome' ? ['--no-sandbox', '--disable-gpu'] : [],
    // A busy machine starts a browser slowly.
    timeout: 120_000,
    protocolTimeout: 120_000,
  });
  return {
    openTab: async () => {
      const context = await started.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport(windowSize);
      return new PuppeteerDriver(context, page);
    },
    close: () => started.close(),
  };
}

class PuppeteerDriver implements Driver {
  readonly #context: BrowserContext;
  readonly #page: Page;

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url, { timeout: 120_000 });
  }

  async run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    const handle = await this.#evaluate(script, args);
    const value: unknown = await handle.jsonValue();
    await handle.dispose();
    return value;
  }

  async find(script: string, ...args: readonly unknown[]): Promise<Target | null> {
    const element = (await this.#evaluate(script, args)).asElement();
    return element === null ? null : targetOf(element as ElementHandle<HTMLInputElement>);
  }

  async pressWithControl(key: string): Promise<void> {
    await this.#page.keyboard.down('Control');
    await this.#page.keyboard.press(key as 'v');
    await this.#page.keyboard.up('Control');
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#page.screenshot());
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  #evaluate(script: string, args: readonly unknown[]): Promise<JSHandle> {
    return this.#page.evaluateHandle(
      `(function () { ${script}\n}).apply(null, ${JSON.stringify(args)})`,
    );
  }
}

function targetOf(element: ElementHandle<HTMLInputElement>): Target {
  return {
    click: () => element.click(),
    select: () => element.evaluate(selectAll),
    type: async (text) => {
      const isFile = await element.evaluate(({ type }) => type === 'file');
      await (isFile ? element.uploadFile(text) : element.type(text));
    },
    read: (property) => element.evaluate((field, name) => field[name], property),
  };
}

function selectAll(field: HTMLInputElement): void {
  field.focus();
  // An editable element has no `select`.
  if (field.isContentEditable) document.getSelection()?.selectAllChildren(field);
  else field.select();
}
