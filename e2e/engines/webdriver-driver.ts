import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '../fixtures/free-port.ts';
import { openDisplay } from './display.ts';
import { windowSize, type Driver, type EngineBrowser, type Target } from './engine.ts';

/** The key of an element's id in responses, set by the standard. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const control = '\uE009';

/** WebKit, through WebKitGTK's WebDriver (https://www.w3.org/TR/webdriver2/). */
export async function startWithWebDriver(
  program: string,
  miniBrowser: string,
): Promise<EngineBrowser> {
  const display = await openDisplay();
  const port = await freePort();
  const driving = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // Compositing without a graphics card takes 40 % of the processor time.
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  });
  const stop = () => {
    driving.kill();
    display.close();
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    await whenReady(origin, driving);
    const session = (await send('POST', `${origin}/session`, {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': {
            binary: miniBrowser,
            args: ['--automation'],
          },
        },
      },
    })) as { readonly sessionId: string };
    const driver = new WebDriver(`${origin}/session/${session.sessionId}`);
    // Room for a busy machine.
    await driver.call('POST', '/timeouts', { pageLoad: 120_000, script: 120_000 });
    await driver.call('POST', '/window/rect', windowSize);
    return {
      // Storage belongs to an origin, and each journey has its own.
      openTab: () => Promise.resolve(driver),
      close: async () => {
        await driver.call('DELETE', '').catch(() => undefined);
        stop();
      },
    };
  } catch (reason) {
    stop();
    throw reason;
  }
}

/** An editable element has no `select`. */
const selectAll = `
const [field] = arguments;
field.focus();
if (field.isContentEditable) document.getSelection().selectAllChildren(field);
else field.select();`;

class WebDriver implements Driver {
  readonly #session: string;

  constructor(session: string) {
    this.#session = session;
  }

  call(method: string, path: string, body?: unknown): Promise<unknown> {
    return send(method, this.#session + path, body);
  }

  async open(url: string): Promise<void> {
    await this.call('POST', '/url', { url });
  }

  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.call('POST', '/execute/sync', { script, args });
  }

  async find(script: string, ...args: readonly unknown[]): Promise<Target | null> {
    const found = (await this.run(script, ...args)) as Readonly<Record<string, string>> | null;
    if (found === null) return null;
    const path = `/element/${found[elementKey]}`;
    return {
      click: async () => {
        await this.call('POST', `${path}/click`, {});
      },
      select: async () => {
        await this.run(selectAll, found);
      },
      type: async (text) => {
        await this.call('POST', `${path}/value`, { text });
      },
      read: (property) => this.run('return arguments[0][arguments[1]]', found, property),
    };
  }

  async pressWithControl(key: string): Promise<void> {
    const actions = [
      { type: 'keyDown', value: control },
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
      { type: 'keyUp', value: control },
    ];
    await this.call('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await this.call('GET', '/screenshot')), 'base64');
  }

  async close(): Promise<void> {
    await this.open('about:blank');
  }
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { readonly value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { readonly error: string; readonly message: string };
  throw new Error(`${error}: ${message}`);
}

async function whenReady(origin: string, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const answered = await fetch(`${origin}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The WebDriver ended with ${driver.exitCode}`);
}
