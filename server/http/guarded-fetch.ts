import dns, { type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';

/** Returns every address of a host name; of an IP address, the address itself. */
type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface GuardedRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The time for name resolution, connection and the whole response. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Resolves with an empty body as soon as the status is known, if false. */
  readonly readsBody?: boolean;
  /** Allows http: and addresses of private networks, if the operator decided so. */
  readonly allowsPrivate?: boolean;
  readonly resolve?: Resolve;
}

export interface GuardedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The reason why a request was not sent, or its response not read. */
export type GuardedFetchProblem =
  | 'unsupported-url'
  | 'private-address'
  | 'unreachable'
  | 'timeout'
  | 'too-large';

export class GuardedFetchError extends Error {
  override name = 'GuardedFetchError';
  readonly problem: GuardedFetchProblem;

  constructor(problem: GuardedFetchProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** The special-purpose IPv4 networks of IANA's registry, and multicast. */
const privateIPv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Special networks within 2000::/3, some of which lead to an IPv4 address. */
const specialIPv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const notPublic = new BlockList();
for (const [network, prefix] of privateIPv4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of specialIPv6) notPublic.addSubnet(network, prefix, 'ipv6');
const globalIPv6 = new BlockList();
globalIPv6.addSubnet('2000::', 3, 'ipv6');

/** Returns whether the address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIPv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/**
 * Asks the name servers without a thread. The system's own look-up takes one of two for as long as a
 * stranger's name server is silent, and all others of the process wait.
 */
const resolveByDns: Resolve = async (hostname) => {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  // Name servers need not know them (RFC 6761).
  if (/(^|\.)localhost$/.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
  const resolver = new dns.promises.Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers(dns.getServers());
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  const found = (answer: typeof v4, family: 4 | 6) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...found(v4, 4), ...found(v6, 6)];
};

/** Also finds names of a private network, which the machine itself may know. */
const resolveBySystem: Resolve = (hostname) => dns.promises.lookup(hostname, { all: true });

function checkUrl(url: URL, allowsPrivate: boolean): void {
  const isSupported = url.protocol === 'https:' || (allowsPrivate && url.protocol === 'http:');
  if (!isSupported || url.username !== '' || url.password !== '') {
    throw new GuardedFetchError('unsupported-url', 'The address must start with https://');
  }
}

async function resolvePublic(
  url: URL,
  {
    allowsPrivate = false,
    resolve = allowsPrivate ? resolveBySystem : resolveByDns,
  }: GuardedRequest,
): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(url.hostname.replace(/^\[|\]$/g, ''));
  if (addresses.length === 0) {
    throw new GuardedFetchError('unreachable', `${url.hostname} has no address`);
  }
  if (!allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new GuardedFetchError(
      'private-address',
      `${url.hostname} is in a private network, which this server doesn't send requests to`,
    );
  }
  return addresses;
}

/** Of status 1xx, before the response itself. Without end, reading them would take all of the processor. */
const maxInterimResponses = 10;

/** Returns a lookup that always finds the addresses that were checked. */
function pinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all === true || first === undefined) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
}

function send(
  url: URL,
  addresses: readonly LookupAddress[],
  { method = 'GET', headers = {}, body, maxBytes, readsBody = true }: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedResponse> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        // A kept connection could lead to an address that was checked for another request.
        agent: false,
        lookup: pinnedLookup(addresses),
        signal,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        const respond = () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks),
          });
        if (!readsBody) {
          respond();
          outgoing.destroy();
          return;
        }
        let size = 0;
        incoming.on('data', (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size <= maxBytes) return;
          const message = `The response is larger than ${maxBytes} bytes`;
          incoming.destroy(new GuardedFetchError('too-large', message));
        });
        incoming.on('error', reject);
        incoming.on('end', respond);
      },
    );
    // Without this listener, a switch of protocols ends the request without any event.
    outgoing.on('upgrade', ({ statusCode = 0, headers }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, headers, body: Buffer.alloc(0) });
    });
    let interimResponses = 0;
    outgoing.on('information', () => {
      interimResponses += 1;
      if (interimResponses <= maxInterimResponses) return;
      outgoing.destroy(new GuardedFetchError('too-large', 'There are too many interim responses'));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Rejects with the signal's reason, if it aborts before the work is done. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/**
 * Sends a request to an address that a stranger chose. It reaches public addresses only, and
 * connects to those that were checked, so a name that changes in between leads nowhere else. It
 * follows no redirect. Throws {@link GuardedFetchError} if there is no response within the limits.
 */
export async function guardedFetch(
  address: string,
  request: GuardedRequest,
): Promise<GuardedResponse> {
  const url = URL.parse(address);
  if (url === null) throw new GuardedFetchError('unsupported-url', 'The address is not a URL');
  checkUrl(url, request.allowsPrivate ?? false);
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    const addresses = await orAborted(resolvePublic(url, request), signal);
    return await send(url, addresses, request, signal);
  } catch (error) {
    if (error instanceof GuardedFetchError) throw error;
    if (signal.aborted) {
      const message = `${url.hostname} did not respond within ${request.timeoutMs} ms`;
      throw new GuardedFetchError('timeout', message, { cause: error });
    }
    throw new GuardedFetchError('unreachable', `${url.hostname} can't be reached`, {
      cause: error,
    });
  }
}
