import { createServer } from 'node:http';
import { CliError, exitCodes } from '../cli-error.ts';

/** A server on this machine to which the browser comes back after the sign-in. */
export interface LoopbackServer {
  readonly redirectUri: string;
  /** Resolves with the address that the browser opened, if it has the expected state. */
  readonly arrived: Promise<URL>;
  close(): void;
}

const waitMs = 10 * 60_000;
const path = '/callback';

/**
 * Listens on a free port of this machine only. Requests with another state are refused and ignored:
 * any page can send the browser here, and must not end the sign-in.
 */
export async function listenForCallback(state: string): Promise<LoopbackServer> {
  let arrive: (url: URL) => void;
  let expire: (error: CliError) => void;
  const arrived = new Promise<URL>((resolve, reject) => {
    [arrive, expire] = [resolve, reject];
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isExpected = url.pathname === path && url.searchParams.get('state') === state;
    const isAllowed = isExpected && !url.searchParams.has('error');
    response
      .writeHead(isExpected ? 200 : 400, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
        'referrer-policy': 'no-referrer',
        connection: 'close',
      })
      .end(page(isExpected, isAllowed), () => {
        if (isExpected) arrive(url);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const timer = setTimeout(() => {
    expire(
      new CliError(
        'Nobody signed in within ten minutes. Run `cuebook login` again.',
        exitCodes.signIn,
      ),
    );
  }, waitMs);
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    redirectUri: `http://127.0.0.1:${port}${path}`,
    arrived,
    close() {
      clearTimeout(timer);
      server.close();
    },
  };
}

function page(isExpected: boolean, isAllowed: boolean): string {
  const text = !isExpected
    ? 'This is no answer to the sign-in of the command line.'
    : isAllowed
      ? 'Go back to the terminal. You can close this page.'
      : 'The command line got no access. You can close this page.';
  return `<!doctype html><html lang="en"><title>Command line</title><p>${text}</p></html>\n`;
}
