import type { Client } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectMcp } from '#server/testing/mcp-client.ts';
import { createAccessToken, insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';

/**
 * Ada is a viewer of the team Design, and Ben shares a prompt with her. Ben has a team and prompts
 * that she may not read. All these prompts have the word walrus.
 */
const server = await setUpTestServer();
let ada: Person;
let ben: Person;
let design: string;
let group: string;
const clients: Client[] = [];

beforeAll(async () => {
  ada = await signUp(server, 'ada@example.com');
  ben = await signUp(server, 'ben@example.com');
  design = await insert(ben, 'teams', { name: 'Design' });
  const secret = await insert(ben, 'teams', { name: 'Secret' });
  await server.sql(`insert into team_members (team_id, user_id, role) values ($1, $2, 'viewer')`, [
    design,
    ada.id,
  ]);
  const team_id = design;
  const campaigns = await insert(ben, 'groups', { name: 'Campaigns', team_id });
  group = await insert(ada, 'groups', { name: 'Campaigns' });
  await insert(ada, 'prompts', { title: 'Grouped', content: 'walrus', group_id: group });
  await insert(ada, 'prompts', { title: 'Own', content: 'walrus' });
  await insert(ben, 'prompts', { title: 'Team walrus', content: 'x', group_id: campaigns });
  const shared = await insert(ben, 'prompts', { title: 'Shared', content: 'walrus' });
  await insert(ben, 'prompts', { title: 'Private walrus', content: 'x' });
  await insert(ben, 'prompts', { title: 'Secret walrus', content: 'x', team_id: secret });
  const offer = { prompt_id: shared, email: 'ada@example.com' };
  const offered: { data: { id: string } | null } = await ben.db.rpc('share_prompt', offer);
  const accepted = await ada.db.rpc('accept_prompt_share', { id: offered.data?.id });
  if (accepted.error) throw accepted.error;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

async function connect(limit: object = {}, scopes = ['prompts:read']): Promise<Client> {
  const token = await createAccessToken(ada, scopes, limit);
  const client = await connectMcp(server, token, '2026-07-28');
  clients.push(client);
  return client;
}

async function search(client: Client, query: string, scope?: string): Promise<string[]> {
  const values = { query, ...(scope === undefined ? {} : { scope }) };
  const { structuredContent } = await client.callTool({ name: 'search', arguments: values });
  const { results } = structuredContent as { results: { title: string }[] };
  return results.map(({ title }) => title);
}

async function complete(client: Client, value: string): Promise<string[]> {
  const ref = { type: 'ref/resource' as const, uri: 'cuebook://prompt/{reference}' };
  const { completion } = await client.complete({ ref, argument: { name: 'reference', value } });
  return completion.values.map((name) => name.replace(/-[0-9a-f]{16}$/, ''));
}

describe('the tool search', () => {
  it("finds the person's prompts, their teams' and those shared with them, best first", async () => {
    const client = await connect();
    expect(await search(client, 'walrus')).toEqual(['Team walrus', 'Shared', 'Own', 'Grouped']);
    expect(await complete(client, 'walrus')).toEqual(['team-walrus', 'shared', 'own', 'grouped']);
  });

  it('shows close matches only if no scope has an exact one', async () => {
    const client = await connect();
    await insert(ada, 'prompts', { title: 'Lettuce', content: 'x' });
    expect(await search(client, 'lettice')).toEqual(['Lettuce']);
    await insert(ben, 'prompts', { title: 'Lettice', content: 'x', team_id: design });
    expect(await search(client, 'lettice')).toEqual(['Lettice']);
  });

  it('lists a prompt once that is in several scopes', async () => {
    const client = await connect();
    await insert(ben, 'prompts', { title: 'Twice', content: 'x', team_id: design });
    await server.sql(`update team_members set role = 'editor' where user_id = $1`, [ada.id]);
    await insert(ada, 'prompts', { title: 'Twice', content: 'x', team_id: design });
    expect(await search(client, 'twice')).toEqual(['Twice', 'Twice']);
  });

  it.each([
    ['library', ['Own', 'Grouped']],
    ['teams', ['Team walrus']],
    ['shared', ['Shared']],
    ['favorites', []],
  ])('finds in the scope %s only what it holds', async (scope, titles) => {
    expect(await search(await connect(), 'walrus', scope)).toEqual(titles);
  });

  it("finds a path of groups in the person's library and in their teams", async () => {
    expect(await search(await connect(), 'in:Campaigns')).toEqual(['Team walrus', 'Grouped']);
  });
});

describe('the tool search with a token that is limited', () => {
  const scopes = [undefined, 'library', 'teams', 'shared', 'favorites'];

  it.each(scopes)('to a team finds no other prompt (scope %s)', async (scope) => {
    const titles = await search(await connect({ team_id: design }), 'walrus', scope);
    expect(titles).toEqual([undefined, 'teams'].includes(scope) ? ['Team walrus'] : []);
  });

  it.each(scopes)('to a group finds no other prompt (scope %s)', async (scope) => {
    const titles = await search(await connect({ group_id: group }), 'walrus', scope);
    expect(titles).toEqual([undefined, 'library'].includes(scope) ? ['Grouped'] : []);
  });

  it('to either completes no other name', async () => {
    const inTeam = await connect({ team_id: design });
    expect(await complete(inTeam, 'walrus')).toEqual(['team-walrus']);
    const inGroup = await connect({ group_id: group });
    expect(await complete(inGroup, 'walrus')).toEqual(['grouped']);
  });

  it('to chains finds nothing', async () => {
    await expect(connect({}, ['chains:read'])).rejects.toThrow(/scope|403/i);
  });

  it('finds nothing of a team or share that has ended', async () => {
    const client = await connect();
    await server.sql('delete from team_members where user_id = $1', [ada.id]);
    await server.sql(`update prompt_shares set state = 'revoked' where user_id = $1`, [ada.id]);
    expect(await search(client, 'walrus')).toEqual(['Own', 'Grouped']);
  });
});
