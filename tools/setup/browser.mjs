import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './run.mjs';
import { giveUp, say } from './say.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function playwrightsOwn() {
  try {
    const { chromium } = await import('@playwright/test');
    return chromium.executablePath();
  } catch {
    return '';
  }
}

/** The path of a Chromium to drive, or null. `CHROMIUM` names one explicitly. */
async function findBrowser() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = [process.env.CHROMIUM ?? '', ...onPath, ...elsewhere, await playwrightsOwn()];
  return candidates.find((path) => path !== '' && isProgram(path)) ?? null;
}

/** Finds a browser, or installs Debian's when that is allowed; ends with one sentence otherwise. */
export async function needBrowser() {
  const found = await findBrowser();
  if (found !== null) return found;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall) {
    say('Installing Chromium for the browser journeys (once) …');
    const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    await runQuietly('reading package lists', 'apt-get', ['update'], environment);
    await runQuietly(
      'installing chromium',
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'],
      environment,
    );
    const installed = await findBrowser();
    if (installed !== null) return installed;
  }
  return giveUp(
    'The browser journeys need Chromium: run "sudo apt-get update && sudo apt-get install -y chromium" (elsewhere "npx playwright install chromium"), then "npm test" again.',
  );
}
