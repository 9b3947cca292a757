import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BulkChange } from '#web/data/prompts/bulk-changes.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, noUsage } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import DeleteDialog from './delete-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';

const ids = ['1', '2'];
const onOpenChange = () => undefined;

type Run = (change: BulkChange, done: string) => Promise<boolean>;

describe('MoveDialog', () => {
  it('moves to the chosen group, and stays open when nothing was changed', async () => {
    const group = { id: 'g', name: 'Mail', description: '', created_at: '', updated_at: '' };
    backend.on('GET', '/rest/v1/groups', () => json([{ ...group, prompts: [{ count: 0 }] }]));
    const run = vi.fn<Run>(() => Promise.resolve(false));
    const onChange = vi.fn<(open: boolean) => void>();
    await renderScreen(
      <MoveDialog open onOpenChange={onChange} ids={ids} teamId={null} run={run} />,
    );
    await page.getByLabelText('Group').selectOptions('Mail');
    await page.getByRole('button', { name: 'Move 2 prompts' }).click();
    await expect
      .poll(() => run.mock.calls)
      .toEqual([[{ kind: 'move', ids, groupId: 'g' }, 'moved to “Mail”']]);
    await expect.element(page.getByLabelText('Group')).toHaveValue('g');
    expect(onChange).not.toHaveBeenCalled();
  });
});

it('the dialogs speak of one prompt in the singular', async () => {
  backend.on('GET', '/rest/v1/groups', () => json([]));
  backend.on('GET', '/rest/v1/prompts', () => json([]));
  const run = vi.fn<Run>(() => Promise.resolve(true));
  const own = { open: true, onOpenChange, ids: ['1'], teamId: null };
  const { unmount } = await renderScreen(<MoveDialog {...own} run={run} />);
  await expect
    .element(page.getByText(/^It'll leave its current group\..*in its history\.$/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Move 1 prompt' }).click();
  await expect.poll(() => run.mock.calls[0]?.[1]).toBe('removed from its group');
  await unmount();
  await renderScreen(
    <>
      <DeleteDialog {...own} onDelete={() => Promise.resolve(true)} onDeleted={onOpenChange} />
      <PublishDialog {...own} onPublish={() => Promise.resolve()} />
    </>,
  );
  const texts = [
    'You can restore it from “Recently deleted” for 30 days.',
    /^Anyone can find and read it, and anyone signed in can fork it\./,
  ];
  for (const text of texts) await expect.element(page.getByText(text)).toBeInTheDocument();
});

describe('MoveDialog, when the chosen group is deleted', () => {
  it('says so, and leaves the prompts in their groups', async () => {
    const group = { id: 'g', name: 'Mail', description: '', created_at: '', updated_at: '' };
    backend.on('GET', '/rest/v1/groups', () => json([{ ...group, prompts: [{ count: 0 }] }]));
    const run = vi.fn<Run>(() => Promise.resolve(true));
    const { client } = await renderScreen(
      <MoveDialog open onOpenChange={onOpenChange} ids={ids} teamId={null} run={run} />,
    );
    const chosen = page.getByLabelText('Group');
    await chosen.selectOptions('Mail');
    backend.on('GET', '/rest/v1/groups', () => json([]));
    await client.invalidateQueries({ queryKey: queryKeys.groups.all });
    await expect.element(page.getByRole('option', { name: 'Mail' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Move 2 prompts' }).click();
    await expect.element(page.getByText(/^This group was deleted/)).toBeVisible();
    expect(run).not.toHaveBeenCalled();
    await chosen.selectOptions('No group');
    await page.getByRole('button', { name: 'Move 2 prompts' }).click();
    await expect.poll(() => run.mock.calls[0]?.[0]).toEqual({ kind: 'move', ids, groupId: null });
  });
});

describe('CategoryDialog', () => {
  it('sends the chosen category, and none for None', async () => {
    const run = vi.fn<Run>(() => Promise.resolve(true));
    await renderScreen(
      <CategoryDialog open onOpenChange={onOpenChange} ids={ids} teamId={null} run={run} />,
    );
    const change = page.getByRole('button', { name: 'Change 2 prompts' });
    await page.getByLabelText('Category').selectOptions('Sales');
    await change.click();
    await page.getByLabelText('Category').selectOptions('None');
    await change.click();
    await expect
      .poll(() => run.mock.calls.map(([sent]) => sent))
      .toEqual([
        { kind: 'categorize', ids, category: 'Sales' },
        { kind: 'categorize', ids, category: null },
      ]);
  });
});

describe('TagDialog', () => {
  it('names a tag that is there twice, and sends those to add and to remove', async () => {
    const run = vi.fn<Run>(() => Promise.resolve(true));
    await renderScreen(
      <TagDialog open onOpenChange={onOpenChange} ids={ids} teamId={null} run={run} />,
    );
    const change = page.getByRole('button', { name: 'Change 2 prompts' });
    await page.getByLabelText('Add tags').fill('mail, Mail');
    await expect.element(page.getByText('“Mail” is there already.')).toBeVisible();
    await expectAccessible(page.getByRole('dialog'));
    await expect.element(change).toBeDisabled();
    await page.getByLabelText('Add tags').fill('mail, work');
    await page.getByLabelText('Remove tags').fill('old');
    await change.click();
    await expect
      .poll(() => run.mock.calls[0]?.[0])
      .toEqual({ kind: 'tag', ids, added: ['mail', 'work'], removed: ['old'] });
  });

  it('changes the tags by Enter', async () => {
    const run = vi.fn<Run>(() => Promise.resolve(true));
    await renderScreen(
      <TagDialog open onOpenChange={onOpenChange} ids={ids} teamId={null} run={run} />,
    );
    await page.getByLabelText('Add tags').fill('mail');
    await expect.element(page.getByRole('button', { name: 'Change 2 prompts' })).toBeEnabled();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => run.mock.calls[0]?.[0])
      .toEqual({ kind: 'tag', ids, added: ['mail'], removed: [] });
  });
});

describe('DeleteDialog', () => {
  const [tone, rules, letter, step] = [
    '00000000-0000-4000-8000-00000000000a',
    '00000000-0000-4000-8000-00000000000b',
    '00000000-0000-4000-8000-00000000000c',
    '00000000-0000-4000-8000-00000000000d',
  ];
  const removal = '/rest/v1/rpc/delete_included_prompts';
  const flags = { version: 3, is_public: false, follows: true, is_direct: true, may_edit: true };
  const row = { version: 2, is_public: false, gap: null };
  const usage = {
    ...noUsage,
    used_count: 2,
    prompt_count: 1,
    prompts: [{ ...flags, id: letter, title: 'Letter', content: `Dear, {{> ${rules}}}` }],
    chain_count: 1,
    chains: [{ id: 'c', title: 'Weekly', follows: true, has_step: true }],
    steps: [{ id: step, content: `{{> ${tone}}}` }],
  };

  async function openDialog(used: Readonly<Record<string, unknown>>) {
    backend.on('GET', '/rest/v1/rpc/prompt_usage', () => json(used));
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([
        { ...row, ref: tone, prompt_id: tone, title: 'Tone', content: 'Be kind.' },
        { ...row, ref: rules, prompt_id: rules, title: 'Rules', content: `1. {{> ${tone}}}` },
      ]),
    );
    backend.on('POST', removal, () => json({ prompts: [tone, rules], saved: { [letter]: 4 } }));
    const onDelete = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    const onDeleted = vi.fn<() => void>();
    await renderScreen(
      <DeleteDialog
        open
        onOpenChange={onOpenChange}
        ids={[tone, rules]}
        teamId={null}
        onDelete={onDelete}
        onDeleted={onDeleted}
      />,
    );
    return { onDelete, onDeleted };
  }

  it.each([
    ['Put their texts in', 'Dear, 1. Be kind.', 'Be kind.'],
    ['Pin these versions', `Dear, 1. {{> ${tone}@2}}`, `{{> ${tone}@2}}`],
  ])('changes the texts that include them in the same request: %s', async (choice, one, two) => {
    const { onDelete, onDeleted } = await openDialog(usage);
    const dialog = page.getByRole('alertdialog', { name: 'Delete 2 prompts?' });
    await expect
      .element(dialog.getByText('2 of these are used in 1 prompt and 1 chain.'))
      .toBeVisible();
    await expect
      .element(dialog.getByText('Steps of chains with these prompts will be empty: Weekly'))
      .toBeVisible();
    await dialog.getByRole('radio', { name: choice }).click();
    await dialog.getByRole('button', { name: 'Delete 2 prompts' }).click();
    await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
    expect(backend.sent('POST', removal)[0]?.body).toMatchObject({
      prompt_ids: [tone, rules],
      changes: [{ id: letter, version: 3, content: one }],
      step_changes: [{ id: step, before: `{{> ${tone}}}`, content: two }],
    });
    expect(onDelete).not.toHaveBeenCalled();
  });

  it('names the prompts and labels that programs can no longer read', async () => {
    const titles = ['A', 'B', 'C', 'D', 'E', 'F'];
    await openDialog({
      ...usage,
      released_count: 7,
      released: titles.map((title) => ({ title, labels: ['production', 'staging'] })),
    });
    const named = titles.slice(0, 5).map((title) => `“${title}” (production and staging)`);
    await expect
      .element(
        page.getByText(
          `7 of them are released: ${named.join(', ')} and 2 more. While they are deleted, programs that read these labels get an error.`,
        ),
      )
      .toBeVisible();
  });

  it('says that one text will be missing if only one of them is used', async () => {
    await openDialog({
      ...usage,
      used_count: 1,
      prompts: [{ ...usage.prompts[0], may_edit: false }],
      steps: [],
    });
    await expect.element(page.getByText('Its text will be missing there.')).toBeVisible();
  });

  it('deletes them as usual where nothing can be changed, and says so', async () => {
    const { onDelete } = await openDialog({
      ...usage,
      prompts: [{ ...usage.prompts[0], may_edit: false }],
      steps: [],
    });
    await expect.element(page.getByText('Their texts will be missing there.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete 2 prompts' }).click();
    await expect.poll(() => onDelete.mock.calls.length).toBe(1);
    expect(backend.sent('POST', removal)).toEqual([]);
  });
});

describe('PublishDialog', () => {
  const prompts = '/rest/v1/prompts';
  const leak = { id: '1', title: 'Leak', description: null };

  async function openDialog() {
    const onPublish = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await renderScreen(
      <PublishDialog
        open
        onOpenChange={onOpenChange}
        ids={ids}
        teamId={null}
        onPublish={onPublish}
      />,
    );
    return onPublish;
  }

  it('shows personal data that was found, and publishes only by "Publish anyway"', async () => {
    backend.on('GET', prompts, () =>
      json([{ ...leak, content: 'Ask mary.smith@acme-corp.co.uk' }]),
    );
    const onPublish = await openDialog();
    await expect.element(page.getByText('mary.smith@acme-corp.co.uk')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Go back' })).toBeVisible();
    await page.getByRole('button', { name: 'Publish anyway' }).click();
    await expect.poll(() => onPublish.mock.calls.length).toBe(1);
  });

  it('names private prompts that they include, but not those that become public, too', async () => {
    const [secret, own] = [
      '00000000-0000-4000-8000-00000000000a',
      '00000000-0000-4000-8000-00000000000b',
    ];
    const row = { version: 1, content: 'x', is_public: false, gap: null };
    backend.on('GET', prompts, () => json([{ ...leak, content: `{{> ${secret}}} {{> ${own}}}` }]));
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([
        { ...row, ref: secret, prompt_id: secret, title: 'Secret' },
        { ...row, ref: own, prompt_id: own, title: 'Mine' },
      ]),
    );
    await renderScreen(
      <PublishDialog
        open
        onOpenChange={onOpenChange}
        ids={['1', own]}
        teamId={null}
        onPublish={() => Promise.resolve()}
      />,
    );
    await expect.element(page.getByText(/^These prompts include private prompts\./)).toBeVisible();
    await expect.element(page.getByRole('listitem')).toHaveTextContent('Secret');
    await expect.element(page.getByRole('button', { name: 'Publish anyway' })).toBeVisible();
  });

  it('publishes nothing when pressed before the check has found something', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    backend.on('GET', prompts, async () => {
      await promise;
      return json([{ ...leak, content: 'Ask mary.smith@acme-corp.co.uk' }]);
    });
    const onPublish = await openDialog();
    await page.getByRole('button', { name: 'Make public' }).click();
    resolve();
    await expect.element(page.getByText('Review what was found first.')).toBeVisible();
    expect(onPublish).not.toHaveBeenCalled();
  });
});
