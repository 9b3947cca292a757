import { createServer } from 'node:http';
import * as oauth from 'oauth4webapi';
import { expectAccessible } from '../fixtures/accessible.ts';
import { signInPage } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const insecure = { [oauth.allowInsecureRequests]: true } as const;

/** Listens on loopback as an installed app does, and returns where the browser comes back to. */
async function listenForCallback() {
  let arrive: (url: URL) => void = () => undefined;
  const arrived = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Back in the app</title>');
    const url = new URL(request.url ?? '/', redirectUri());
    if (url.pathname === '/callback') arrive(url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const redirectUri = () =>
    `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/callback`;
  return { redirectUri: redirectUri(), arrived, stop: () => void server.close() };
}

test('an app gets access by the address of the site, until it is revoked', async ({
  page,
  me,
  request,
  baseURL,
}) => {
  await me.api.prompt({ title: 'Weekly report', content: 'Summarise the week.' });
  const site = new URL(baseURL ?? '');
  const callback = await listenForCallback();

  const resource = await oauth.processResourceDiscoveryResponse(
    site,
    await oauth.resourceDiscoveryRequest(site, insecure),
  );
  const issuer = new URL(resource.authorization_servers?.[0] ?? '');
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
  );
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      as,
      { client_name: 'Desk editor', redirect_uris: [callback.redirectUri] },
      insecure,
    ),
  );
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const start = new URL(as.authorization_endpoint ?? '');
  start.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: callback.redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: 'prompts:read prompts:write',
    resource: resource.resource,
    state,
  }).toString();

  // Signed out, the person signs in first and comes back.
  await page.goto('/config.json');
  await page.evaluate(() => localStorage.clear());
  await page.goto(start.href);
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Desk editor')).toBeVisible();
  await expect(page.getByText('Not verified')).toBeVisible();
  await expect(page.getByText('Create and change prompts')).toBeVisible();
  await expect(page.getByText(me.email)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveTitle('Back in the app');

  const parameters = oauth.validateAuthResponse(as, client, await callback.arrived, state);
  const tokens = await oauth.processAuthorizationCodeResponse(
    as,
    client,
    await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      parameters,
      callback.redirectUri,
      verifier,
      insecure,
    ),
  );
  callback.stop();
  const read = () =>
    request.get(`/rest/v1/prompts?select=title&user_id=eq.${me.id}`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
  expect(await (await read()).json()).toEqual([{ title: 'Weekly report' }]);

  await signInPage(page, me);
  await page.goto('/app/account');
  const listed = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem');
  await expect(listed).toContainText('Desk editorRead prompts, create and change prompts');
  await expect(listed).toContainText('Last used');
  await listed.getByRole('button', { name: 'Revoke Desk editor' }).click();
  const confirm = page.getByRole('button', { name: 'Revoke', exact: true });
  await confirm.click();
  await expect(confirm).toHaveCount(0);
  await expect(listed).toHaveCount(0);
  expect((await read()).status()).toBe(401);
});

test('a request that would send access elsewhere is explained, and sent nowhere', async ({
  page,
  request,
  baseURL,
}) => {
  const registered = await request.post('/auth/v1/oauth/clients/register', {
    data: { client_name: 'Desk editor', redirect_uris: ['https://editor.example/callback'] },
  });
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({ client_id: id, redirect_uri: 'https://evil.example/' });
  await page.goto(`/auth/v1/oauth/authorize?${query}`);
  await expect(page.getByRole('heading', { name: "This app can't be connected" })).toBeVisible();
  await expect(page.getByText(/That may be an attempt to steal access/)).toBeVisible();
  expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin);
});
