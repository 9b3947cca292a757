import { randomUUID } from 'node:crypto';
import type { AuthContext, AuthServices } from '#server/auth/services.ts';
import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import { GuardedFetchError, type GuardedResponse } from '#server/http/guarded-fetch.ts';
import { isUuid } from '#contract/uuid.ts';
import { readClientMetadata, type ClientMetadata } from './client-metadata.ts';
import { OAuthError } from './oauth-error.ts';

/** An app that may ask people for access. */
export interface OAuthClient extends ClientMetadata {
  readonly id: string;
  readonly registration_type: 'dynamic' | 'metadata_document';
  readonly created_at: Date;
}

interface ClientRow extends OAuthClient {
  readonly fresh_until: Date | null;
}

const columns =
  'id, registration_type, client_name, client_uri, logo_uri, redirect_uris, grant_types, created_at, fresh_until';

/** The app of a request or a grant, as {@link presentedColumns} select it. */
export type PresentedClient = { readonly client_id: string } & Pick<
  OAuthClient,
  'client_name' | 'client_uri' | 'logo_uri' | 'registration_type'
>;

/** The columns of `auth.oauth_clients c` that people see of an app. */
export const presentedColumns =
  'c.id as client_id, c.client_name, c.client_uri, c.logo_uri, c.registration_type';

/** Returns an app as people see it. */
export function presentClient(client: PresentedClient) {
  return {
    id: client.client_id,
    name: client.client_name,
    uri: client.client_uri ?? '',
    logo_uri: client.logo_uri ?? '',
    registration_type: client.registration_type,
  };
}

const fetchLimits = { timeoutMs: 5_000, maxBytes: 20_000 };
const minFreshMs = 5 * 60_000;
const maxFreshMs = 24 * 3_600_000;

function values(metadata: ClientMetadata) {
  const { client_name, client_uri, logo_uri, redirect_uris, grant_types } = metadata;
  return [client_name, client_uri, logo_uri, redirect_uris, grant_types];
}

/** Registers an app (RFC 7591). */
export async function registerClient(
  { database, now }: AuthServices,
  metadata: ClientMetadata,
): Promise<OAuthClient> {
  const id = randomUUID();
  const createdAt = now();
  await database.auth.query(
    `insert into auth.oauth_clients (id, registration_type, client_name, client_uri, logo_uri,
       redirect_uris, grant_types, created_at, updated_at)
     values ($1, 'dynamic', $2, $3, $4, $5, $6, $7, $7)`,
    [id, ...values(metadata), createdAt],
  );
  return { id, registration_type: 'dynamic', ...metadata, created_at: createdAt };
}

/** Returns whether a client_id is the address of a metadata document. */
function isDocumentAddress(clientId: string): boolean {
  const url = URL.parse(clientId);
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.href === clientId &&
    url.pathname !== '/' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '' &&
    clientId.length <= 500
  );
}

/** Returns how long a document stays fresh by its Cache-Control, within limits. */
function freshMs({ headers }: GuardedResponse): number {
  const seconds = Number(/max-age=(\d+)/.exec(headers['cache-control'] ?? '')?.[1] ?? 0);
  return Math.min(Math.max(seconds * 1000, minFreshMs), maxFreshMs);
}

function parseDocument(clientId: string, { body }: GuardedResponse, brand: string): ClientMetadata {
  let document: unknown;
  try {
    document = JSON.parse(body.toString());
  } catch (cause) {
    throw new OAuthError('invalid_client', 'The client metadata document is not JSON', { cause });
  }
  const members = typeof document === 'object' && document !== null ? document : {};
  if (!('client_id' in members) || members.client_id !== clientId) {
    throw new OAuthError('invalid_client', 'The client metadata document names another client_id');
  }
  const method =
    'token_endpoint_auth_method' in members ? members.token_endpoint_auth_method : 'none';
  if (method !== 'none') {
    throw new OAuthError('invalid_client', 'Only the token_endpoint_auth_method none is served');
  }
  return readClientMetadata(document, brand);
}

async function fetchDocument(
  c: AuthContext,
  services: AuthServices,
  clientId: string,
): Promise<GuardedResponse> {
  await countFromAddress(c, services, services.allowances.clientDocumentsFromAddress);
  try {
    const headers = { accept: 'application/json' };
    const response = await services.fetchUntrusted(clientId, { ...fetchLimits, headers });
    if (response.status === 200) return response;
    const message = `The client metadata document has the status ${response.status}`;
    throw new OAuthError('invalid_client', message);
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    // Its message would tell strangers about the network of this server.
    const message = "The client metadata document can't be read";
    throw new OAuthError('invalid_client', message, { cause: error });
  }
}

/** Fetches the metadata document at the client's id (client ID metadata documents). */
async function loadDocument(
  c: AuthContext,
  services: AuthServices,
  clientId: string,
): Promise<OAuthClient> {
  const response = await fetchDocument(c, services, clientId);
  const metadata = parseDocument(clientId, response, services.config.BRAND_NAME);
  const now = services.now();
  const { rows } = await services.database.auth.query<ClientRow>(
    `insert into auth.oauth_clients (id, registration_type, client_name, client_uri, logo_uri,
       redirect_uris, grant_types, created_at, updated_at, fresh_until)
     values ($1, 'metadata_document', $2, $3, $4, $5, $6, $7, $7, $8)
     on conflict (id) do update set client_name = excluded.client_name,
       client_uri = excluded.client_uri, logo_uri = excluded.logo_uri,
       redirect_uris = excluded.redirect_uris, grant_types = excluded.grant_types,
       updated_at = excluded.updated_at, fresh_until = excluded.fresh_until
     returning ${columns}`,
    [clientId, ...values(metadata), now, new Date(now.getTime() + freshMs(response))],
  );
  const [client] = rows;
  if (client === undefined) throw new Error('A client just stored is not there.');
  return client;
}

/** Returns an app by its client_id; null if it isn't known and has no metadata document. */
export async function findClient(
  c: AuthContext,
  services: AuthServices,
  clientId: string,
): Promise<OAuthClient | null> {
  const hasDocument = isDocumentAddress(clientId);
  if (!hasDocument && !isUuid(clientId)) return null;
  const { rows } = await services.database.auth.query<ClientRow>(
    `select ${columns} from auth.oauth_clients where id = $1`,
    [clientId],
  );
  const [stored] = rows;
  if (!hasDocument) return stored ?? null;
  const isFresh =
    stored !== undefined && stored.fresh_until !== null && stored.fresh_until > services.now();
  return isFresh ? stored : loadDocument(c, services, clientId);
}
