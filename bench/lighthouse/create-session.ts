/**
 * Creates a confirmed account over the API and returns its session as the page stores it.
 * `withContent` adds two groups and twelve prompts.
 */
export async function createSession(address: string, withContent: boolean): Promise<string> {
  const { publishableKey } = await json<{ publishableKey: string }>(`${address}/config.json`);
  const email = `visitor.${Date.now()}@example.com`;
  const password = 'Prompt-Book-1';
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password, data: { full_name: 'A Visitor' } });
  await json(`${address}/auth/v1/signup`, { method: 'POST', headers, body });
  const mails = await json<{ to: string; links: string[] }[]>(`${address}/dev/mailbox.json`);
  await fetch(mails.find(({ to }) => to === email)?.links[0] ?? '', { redirect: 'manual' });
  const session = await json<{ access_token: string }>(
    `${address}/auth/v1/token?grant_type=password`,
    { method: 'POST', headers, body },
  );
  if (withContent) {
    const bearer = { ...headers, authorization: `Bearer ${session.access_token}` };
    for (const [table, rows] of Object.entries(content)) {
      const request = { method: 'POST', headers: bearer, body: JSON.stringify(rows) };
      const { status } = await fetch(`${address}/rest/v1/${table}`, request);
      if (status !== 201) throw new Error(`${table} returned ${status}`);
    }
  }
  return JSON.stringify(session);
}

const content = {
  groups: ['Writing', 'Reviews'].map((name) => ({ name, description: `For ${name}` })),
  prompts: Array.from({ length: 12 }, (_, index) => ({
    title: `Prompt ${index + 1}`,
    content: 'Write about {{topic}}.',
  })),
};

async function json<Body>(address: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return (await response.json()) as Body;
}
