import { freePort } from '../e2e/fixtures/free-port.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** A server that can be restarted on the same port. */
export class Installation {
  server: ServerProcess;
  readonly #settings: Readonly<Record<string, string>>;

  private constructor(server: ServerProcess, settings: Readonly<Record<string, string>>) {
    this.server = server;
    this.#settings = settings;
  }

  static async start(
    dataDir: string,
    chosen: Readonly<Record<string, string>> = {},
  ): Promise<Installation> {
    const port = String(await freePort());
    const settings = {
      PORT: port,
      CONFIRM_EMAIL: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      ...chosen,
    };
    return new Installation(await startServer(dataDir, 'warn', settings), settings);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.server.port}`;
  }

  async killAndStart(): Promise<void> {
    await this.server.kill();
    await this.startAgain();
  }

  /** Starts a server that has ended. */
  async startAgain(): Promise<void> {
    this.server = await startServer(this.server.dataDir, 'warn', this.#settings);
  }
}
