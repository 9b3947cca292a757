import * as v from 'valibot';
import { refusalText } from '#contract/refusal-text.ts';
import { CliError, exitCodes, messageOf } from '../cli-error.ts';
import { readBounded } from './read-bounded.ts';

export type QueryParameters = Readonly<Record<string, string>>;

export interface RestRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly query?: QueryParameters;
  readonly body?: unknown;
  readonly prefer?: string;
}

const timeoutMs = 60_000;
/** The longest response that is read. A page of 50 prompts has a million characters each at most. */
const defaultMaxResponseBytes = 256 * 1024 * 1024;
const errorBody = v.object({ message: v.string(), code: v.optional(v.nullable(v.string())) });

/** An error of the server that a caller may handle. */
export class ServerError extends CliError {
  override name = 'ServerError';
  readonly status: number;
  readonly code: string | null;

  constructor(message: string, status: number, code: string | null) {
    super(message, status === 401 ? exitCodes.signIn : exitCodes.failure);
    this.status = status;
    this.code = code;
  }
}

/** Sends requests to one installation, with the token in the header only. */
export class RestClient {
  readonly address: string;
  readonly #token: string;
  readonly #maxResponseBytes: number;

  constructor(address: string, token: string, maxResponseBytes = defaultMaxResponseBytes) {
    // An error of `fetch` would show it.
    if (!/^[\x21-\x7E]+$/.test(token)) {
      throw new CliError(
        'The access token has spaces or characters that no token has.',
        exitCodes.signIn,
      );
    }
    this.address = address;
    this.#token = token;
    this.#maxResponseBytes = maxResponseBytes;
  }

  /** Sends a request to a path, and parses the JSON of the response. */
  async send<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    request: RestRequest = {},
  ): Promise<v.InferOutput<Schema>> {
    const response = await this.#fetch(path, request);
    const text = await readBounded(response, this.#maxResponseBytes);
    if (text === null) {
      throw new CliError(
        `${this.address} sends more than ${this.#maxResponseBytes / 1024 ** 2} MiB in one response, so it was not read. Check the address, or ask for fewer prompts.`,
      );
    }
    if (!response.ok) throw this.#toError(response.status, text);
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
    if (parsed.success) return parsed.output;
    throw new CliError(
      `${this.address} does not answer as Cuebook does. Check the address, and that your cuebook and the server have the same version.`,
    );
  }

  async #fetch(path: string, { method = 'GET', query = {}, body, prefer }: RestRequest) {
    const url = new URL(path, this.address);
    url.search = String(new URLSearchParams(query));
    try {
      return await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          accept: 'application/json',
          ...(prefer === undefined ? {} : { prefer }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // An access token must not follow to another address.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new CliError(
        `${this.address} can't be reached (${messageOf(cause)}). Check the address and your connection.`,
        exitCodes.failure,
        { cause: error },
      );
    }
  }

  #toError(status: number, text: string): CliError {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorBody), text);
    const message = parsed.success ? parsed.output.message : '';
    const code = parsed.success ? (parsed.output.code ?? null) : null;
    if (status === 401) {
      const reason = message === '' ? 'Your sign-in is no longer valid' : message;
      return new ServerError(`${reason}. Run \`cuebook login\` again.`, status, code);
    }
    if (status >= 300 && status < 400) {
      return new CliError(`${this.address} sends to another address. Give that one with --url.`);
    }
    if (message.includes('needs the scope')) {
      return new ServerError(
        `${message}. Create a token with it on your account page, and run \`cuebook login\` again.`,
        status,
        code,
      );
    }
    // Constraints of this schema are named by what they demand.
    const [, constraint] = /violates check constraint "([^"]+)"/.exec(message) ?? [];
    if (constraint !== undefined) {
      return new ServerError(
        `${constraint.charAt(0).toUpperCase()}${constraint.slice(1)}.`,
        status,
        code,
      );
    }
    const reason =
      message === '' ? `${this.address} answered with status ${status}` : refusalText(message);
    return new ServerError(`${reason.replace(/\.$/, '')}.`, status, code);
  }
}
