import { beforeAll, expect, it } from 'vitest';
import { insert, type Person, signUp } from '#server/testing/sign-up.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';
import { moderate } from './commands.ts';

const server = await setUpTestServer();
let ann: Person;
let sam: Person;
beforeAll(async () => {
  ann = await signUp(server, 'ann@example.com');
  sam = await signUp(server, 'sam@example.com');
});

const run = (command: string, ...parameters: string[]) =>
  moderate({ url: server.url, secretKey: server.secrets.secretKey }, command, parameters);

it('moderate lists reports, takes a prompt down, releases it and removes a comment', async () => {
  expect(await run('reports')).toBe('There are no open reports.\n');
  const title = 'A title\u001b[2J\nwith lines';
  for (const person of [ann, sam]) {
    await person.auth.updateUser({
      data: { full_name: `\u001b[2J${person.email}\nreport  of nobody` },
    });
  }
  const prompt = await insert(ann, 'prompts', { title, content: 'x', is_public: true });
  const comment = await insert(ann, 'comments', { prompt_id: prompt, body: 'Rude' });
  const first = await insert(sam, 'reports', { prompt_id: prompt, reason: 'spam', note: 'Look' });
  await insert(sam, 'reports', { prompt_id: prompt, comment_id: comment, reason: 'abuse' });
  const listed = await run('reports');
  expect(listed).toContain(`report  ${first}`);
  expect(listed).toContain(
    `prompt  ${prompt}  "A title [2J with lines" by [2Jann@example.com report of nobody, version 1`,
  );
  expect(listed).toContain('spam, from [2Jsam@example.com report of nobody');
  expect(listed).toContain('note    Look');
  expect(listed).toContain(`comment ${comment}  by [2Jann@example.com report of nobody`);
  expect(listed).not.toContain('\u001b');

  await run('take-down', prompt, 'Copied from elsewhere');
  const publish = () =>
    ann.db.from('prompts').update({ is_public: true }).eq('id', prompt).select();
  expect((await publish()).error?.message).toContain('Copied from elsewhere');
  expect(await run('reports')).not.toContain(first);
  await run('release', prompt);
  expect((await publish()).error).toBeNull();

  await run('remove-comment', comment);
  expect((await sam.db.from('comments').select('id')).data).toEqual([]);
  expect(await run('reports')).toBe('There are no open reports.\n');
});

it('moderate close closes a report and changes nothing else', async () => {
  const prompt = await insert(ann, 'prompts', { title: 'Fine', content: 'x', is_public: true });
  const report = await insert(sam, 'reports', { prompt_id: prompt, reason: 'other' });
  await run('close', report);
  expect(await run('reports')).toBe('There are no open reports.\n');
});

it('moderate explains why a command failed', async () => {
  const missing = '00000000-0000-4000-8000-00000000dead';
  await expect(run('take-down', missing, 'x')).rejects.toThrow('Prompt not found');
  await expect(run('take-down', missing)).rejects.toThrow('npm run moderate');
  await expect(run('release', missing)).rejects.toThrow('not taken down');
  await expect(run('close', missing)).rejects.toThrow('no such id');
  await expect(run('dance')).rejects.toThrow("no command 'dance'");
  await expect(
    moderate({ url: server.url, secretKey: server.secrets.publishableKey }, 'reports', []),
  ).rejects.toThrow('permission denied');
  await expect(
    moderate({ url: 'http://127.0.0.1:1', secretKey: 'x' }, 'reports', []),
  ).rejects.toThrow('No server responds');
});
