import { findProgram, installDebianPackages, mayInstallPackages } from './programs.mjs';
import { print } from './print.mjs';

const debianTriples = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };
const miniBrowser = `/usr/lib/${debianTriples[process.arch]}/webkit2gtk-4.1/MiniBrowser`;
const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** The engines besides Chromium. `find` returns the variables that name their programs, or null. */
const engines = [
  {
    name: 'firefox',
    packages: ['firefox-esr'],
    find() {
      const { FIREFOX = '' } = process.env;
      const program = findProgram(['firefox-esr', 'firefox'], [FIREFOX, macFirefox]);
      return program && { FIREFOX: program };
    },
  },
  {
    name: 'webkit',
    packages: ['webkit2gtk-driver', 'libgl1-mesa-dri', 'xvfb'],
    find() {
      const { WEBKIT_DRIVER = '', MINI_BROWSER = '' } = process.env;
      const driver = findProgram(['WebKitWebDriver'], [WEBKIT_DRIVER]);
      const browser = findProgram([], [MINI_BROWSER, miniBrowser]);
      const display = findProgram(['Xvfb']);
      return driver && browser && display && { WEBKIT_DRIVER: driver, MINI_BROWSER: browser };
    },
  },
];

/**
 * Finds Firefox and WebKit, or installs Debian's packages if allowed. Returns the names of
 * present and missing engines, and the environment variables that name their programs.
 */
export async function findEngines() {
  const absent = engines.filter((engine) => !engine.find());
  if (absent.length > 0 && mayInstallPackages()) {
    print(`Installing ${absent.map(({ name }) => name).join(' and ')} for the journeys (once) …`);
    await installDebianPackages(absent.flatMap(({ packages }) => packages));
  }
  const missing = engines.filter((engine) => !engine.find());
  for (const { name, packages } of missing) {
    print(
      `The journeys in ${name} need Debian's packages: run "sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}". Without them, this run counts them as failed.`,
    );
  }
  const present = engines.filter((engine) => !missing.includes(engine));
  return {
    present: ['chromium', ...present.map(({ name }) => name)],
    missing: missing.map(({ name }) => name),
    environment: Object.assign({}, ...present.map((engine) => engine.find())),
  };
}
