import { findProgram, installDebianPackages, mayInstallPackages } from './programs.mjs';
import { exitWithError, print } from './print.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

async function playwrightChromium() {
  try {
    const { chromium } = await import('@playwright/test');
    return chromium.executablePath();
  } catch {
    return '';
  }
}

/** Returns the path of a Chromium, or null. `CHROMIUM` names one explicitly. */
async function findBrowser() {
  return (
    findProgram(names, [process.env.CHROMIUM ?? '']) ??
    findProgram([], [...macPaths, await playwrightChromium()])
  );
}

const debianChromium = '/usr/bin/chromium';

function findHeadlessShell() {
  return findProgram(['chromium-headless-shell'], [process.env.HEADLESS_SHELL ?? '']);
}

/**
 * Returns the path of Chromium's headless shell: the same engine without windows, which takes a
 * third less of the processors. Installs it where Chromium is Debian's; without it, returns
 * Chromium. `HEADLESS_SHELL` names one explicitly.
 */
export async function findOrInstallShell(chromium) {
  if (findHeadlessShell() === null && chromium === debianChromium && mayInstallPackages()) {
    print("Installing Chromium's headless shell for the browser journeys (once) …");
    await installDebianPackages(['chromium-headless-shell']);
  }
  return findHeadlessShell() ?? chromium;
}

/** Finds or installs Chromium. Exits with one sentence if neither is possible. */
export async function requireBrowser() {
  const present = await findBrowser();
  if (present !== null) return present;
  if (mayInstallPackages()) {
    print('Installing Chromium for the browser journeys (once) …');
    await installDebianPackages(['chromium', 'fonts-noto-color-emoji']);
    const installed = await findBrowser();
    if (installed !== null) return installed;
  }
  return exitWithError(
    'The browser journeys need Chromium: run "sudo apt-get update && sudo apt-get install -y chromium" (elsewhere "npx playwright install chromium"), then "npm test" again.',
  );
}
