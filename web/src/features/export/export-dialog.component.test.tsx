import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import ExportDialog from './export-dialog.tsx';
import { exportInWorker } from './export-in-worker.ts';

describe('ExportDialog', () => {
  it('says why nothing was exported, and keeps the chosen format', async () => {
    backend.on('GET', '/rest/v1/groups', () => refusal(500, 'XX000', 'not now'));
    await renderScreen(
      <ExportDialog
        open
        onOpenChange={() => undefined}
        scope={{ kind: 'selection', ids: ['1', '2'] }}
      />,
    );
    const dialog = page.getByRole('dialog', { name: 'Export 2 prompts' });
    const markdown = dialog.getByRole('radio', { name: 'Markdown' });
    await markdown.click();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await expect.element(dialog.getByText(/^Nothing was exported: ./)).toBeVisible();
    await expect.element(markdown).toBeChecked();
    await expectAccessible(dialog);
  });

  it('says how many of the chosen prompts are missing in the file', async () => {
    backend.on('GET', '/rest/v1/groups', () => json([]));
    backend.on('GET', '/rest/v1/prompts', () => json([]));
    await renderScreen(
      <ExportDialog
        open
        onOpenChange={() => undefined}
        scope={{ kind: 'selection', ids: ['1', '2'] }}
      />,
    );
    await page.getByRole('button', { name: 'Export' }).click();
    await expect
      .element(page.getByText(/without 2 prompts deleted or moved in the meantime/))
      .toBeVisible();
  });

  it('names a team, and reads its groups, prompts and chains only', async () => {
    backend.on('GET', '/rest/v1/groups', () => json([]));
    backend.on('GET', '/rest/v1/prompts', () => json([]));
    backend.on('GET', '/rest/v1/chains', () => refusal(500, 'XX000', 'not now'));
    const scope = { kind: 'team', teamId: 'writers' } as const;
    await renderScreen(
      <ExportDialog
        open
        onOpenChange={() => undefined}
        scope={scope}
        team={{ name: 'Writers', promptCount: 2 }}
      />,
    );
    const dialog = page.getByRole('dialog', { name: 'Export Writers' });
    await dialog.getByRole('button', { name: 'Export' }).click();
    await expect.element(dialog.getByText(/^Nothing was exported: ./)).toBeVisible();
    for (const table of ['groups', 'prompts', 'chains']) {
      const [request] = backend.sent('GET', `/rest/v1/${table}`);
      expect(request?.search.get('team_id')).toBe('eq.writers');
      expect(request?.search.get('user_id')).toBeNull();
    }
  });
});

describe('exportInWorker', () => {
  it('leaves out what an owner wrote before a team could read it, and their own last values', async () => {
    const at = '2026-01-01T00:00:00+00:00';
    const state = {
      title: 'Mail',
      description: null,
      tags: [],
      is_public: false,
      category: null,
      icon: null,
      group_id: 'launch',
      created_at: at,
    };
    const group = { id: 'launch', name: 'Launch', parent: null, description: '', updated_at: at };
    backend.on('GET', '/rest/v1/groups', () =>
      json([
        { ...group, created_at: at },
        { ...group, id: 'empty', name: 'Empty', created_at: at },
      ]),
    );
    backend.on('GET', '/rest/v1/prompts', () =>
      json([
        {
          ...state,
          id: 'mail',
          content: 'For the team',
          updated_at: at,
          forked_from: null,
          forked_from_version: null,
          shared_version: 2,
          favorites: [],
          prompt_uses: [{ used_at: at, uses: 1, last_values: { name: 'secret' } }],
          prompt_attachments: [],
          prompt_versions: ['Private draft', 'For the team'].map((content, index) => ({
            ...state,
            content,
            version_number: index + 1,
            change_description: null,
          })),
        },
      ]),
    );
    const foreign = '00000000-0000-4000-8000-0000000000f1';
    backend.on('GET', '/rest/v1/chains', () =>
      json([
        {
          id: 'launch-chain',
          title: 'Launch',
          description: null,
          created_at: at,
          updated_at: at,
          chain_prompts: [
            {
              id: 's1',
              prompt_id: null,
              sequence_order: 1,
              title: 'Own',
              content: `{{> ${foreign}}}`,
              bindings: {},
            },
          ],
        },
      ]),
    );
    backend.on('GET', '/rest/v1/readable_prompts', () => json([{ id: foreign, title: 'Tone' }]));
    const file = await exportInWorker({
      userId: session.user.id,
      scope: { kind: 'team', teamId: 'writers' },
      format: 'json',
      signal: new AbortController().signal,
      onRead: () => undefined,
    });
    const text = await file.text();
    expect(JSON.parse(text)).toMatchObject({
      groups: [{ name: 'Launch' }, { name: 'Empty' }],
      prompts: [{ title: 'Mail', group: 'Launch', content: 'For the team', versions: [] }],
      chains: [{ title: 'Launch', steps: [{ title: 'Own', content: '{{> Tone}}' }] }],
    });
    expect(text).not.toContain('Private draft');
    expect(text).not.toContain('secret');
  });

  describe('while the library changes', () => {
    const at = '2026-01-01T00:00:00+00:00';
    const group = { id: 'new', name: 'New', parent: null, created_at: at, updated_at: at };
    const signal = new AbortController().signal;

    function promptOf(id: string, groupId: string | null = null) {
      const state = { title: id, content: id, description: null, tags: [], is_public: false };
      const times = { created_at: at, updated_at: at };
      const origin = { forked_from: null, forked_from_version: null, shared_version: null };
      const others = { category: null, icon: null, group_id: groupId };
      const lists = { favorites: [], prompt_uses: [], prompt_attachments: [], prompt_versions: [] };
      return { id, ...state, ...times, ...origin, ...others, ...lists };
    }

    /** Exports everything, and returns its parsed file. */
    async function exportEverything(): Promise<unknown> {
      for (const table of ['chain_runs', 'comments', 'prompt_uses', 'chains']) {
        backend.on('GET', `/rest/v1/${table}`, () => json([]));
      }
      const { id: userId } = session.user;
      const scope = { kind: 'everything' } as const;
      const request = { userId, scope, format: 'json', signal, onRead: () => undefined } as const;
      return JSON.parse(await (await exportInWorker(request)).text());
    }

    it('has the group that a prompt was moved to after groups were read', async () => {
      backend.on('GET', '/rest/v1/groups', () => {
        const isFirst = backend.sent('GET', '/rest/v1/groups').length === 1;
        return json(isFirst ? [] : [group]);
      });
      backend.on('GET', '/rest/v1/prompts', () => json([promptOf('moved', 'new')]));
      expect(await exportEverything()).toMatchObject({
        groups: [{ id: 'new' }],
        prompts: [{ id: 'moved', group: 'New', group_id: 'new' }],
      });
    });

    it('has the prompts that were created after prompts were read', async () => {
      backend.on('GET', '/rest/v1/groups', () => json([]));
      backend.on('GET', '/rest/v1/prompts', ({ search }) => {
        if (search.get('select') === 'id,created_at')
          return json(['new', 'old'].map((id) => ({ id, created_at: at })));
        return json([promptOf(search.get('id') === 'in.(new)' ? 'new' : 'old')]);
      });
      expect(await exportEverything()).toMatchObject({ prompts: [{ id: 'old' }, { id: 'new' }] });
    });
  });
});
