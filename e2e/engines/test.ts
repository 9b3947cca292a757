import { writeFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import type { EngineBrowser, EngineName } from './engine.ts';
import { Gateway } from './gateway.ts';
import { startWithPuppeteer } from './puppeteer-driver.ts';
import { Tab } from './tab.ts';
import { startWithWebDriver } from './webdriver-driver.ts';

interface Fixtures {
  readonly gateway: Gateway;
  /** A tab without storage. */
  readonly tab: Tab;
  /** The user signed in in that tab. */
  readonly me: SignedInUser;
}

interface WorkerFixtures {
  readonly engine: EngineName;
  /** The browser of a worker's tests. */
  readonly engineBrowser: EngineBrowser;
}

/** A test in the engine of its project. An error on a page or its console fails it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],

  engineBrowser: [
    async ({ engine }, give) => {
      const browser = await startBrowser(engine);
      await give(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  gateway: async ({ baseURL }, give) => {
    const gateway = await Gateway.open(baseURL ?? '');
    await give(gateway);
    await gateway.close();
    if (gateway.pageErrors.length > 0) {
      throw new Error(`The page reported:\n${gateway.pageErrors.join('\n')}`);
    }
  },

  tab: async ({ engineBrowser, gateway }, give, testInfo) => {
    const driver = await engineBrowser.openTab();
    const tab = new Tab(driver, gateway.origin);
    try {
      await give(tab);
      if (testInfo.status !== testInfo.expectedStatus) {
        await writeFile(testInfo.outputPath('tab.png'), await tab.screenshot());
      }
    } finally {
      await driver.close();
    }
  },

  me: async ({ tab, request }, give) => {
    const user = await createUser(request, 'Mary');
    await tab.signInAs(user.session);
    await give(user);
  },
});

const triples: Readonly<Record<string, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
};

/** `npm test` names the programs (tools/setup/engines.mjs); else they are where Debian has them. */
function startBrowser(engine: EngineName): Promise<EngineBrowser> {
  const {
    CHROMIUM = '/usr/bin/chromium',
    FIREFOX = '/usr/bin/firefox-esr',
    WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver',
    MINI_BROWSER = `/usr/lib/${triples[process.arch]}/webkit2gtk-4.1/MiniBrowser`,
  } = process.env;
  if (engine === 'webkit') return startWithWebDriver(WEBKIT_DRIVER, MINI_BROWSER);
  return engine === 'firefox'
    ? startWithPuppeteer('firefox', FIREFOX)
    : startWithPuppeteer('chrome', CHROMIUM);
}

export { expect } from '@playwright/test';
