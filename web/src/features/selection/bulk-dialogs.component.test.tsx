import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { BulkChange } from '#web/data/prompts/bulk-changes.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { CategoryDialog } from './category-dialog.tsx';
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
    await renderScreen(<MoveDialog open onOpenChange={onChange} ids={ids} run={run} />);
    await page.getByLabelText('Group').selectOptions('Mail');
    await page.getByRole('button', { name: 'Move 2 prompts' }).click();
    await expect
      .poll(() => run.mock.calls)
      .toEqual([[{ kind: 'move', ids, groupId: 'g' }, 'moved to “Mail”']]);
    await expect.element(page.getByLabelText('Group')).toHaveValue('g');
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('CategoryDialog', () => {
  it('sends the chosen category, and none for None', async () => {
    const run = vi.fn<Run>(() => Promise.resolve(true));
    await renderScreen(<CategoryDialog open onOpenChange={onOpenChange} ids={ids} run={run} />);
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
    backend.on('POST', '/rest/v1/rpc/my_tags', () => json([]));
    const run = vi.fn<Run>(() => Promise.resolve(true));
    await renderScreen(<TagDialog open onOpenChange={onOpenChange} ids={ids} run={run} />);
    const change = page.getByRole('button', { name: 'Change 2 prompts' });
    await page.getByLabelText('Add tags').fill('mail, Mail');
    await expect.element(page.getByText('“Mail” is there already.')).toBeVisible();
    await expect.element(change).toBeDisabled();
    await page.getByLabelText('Add tags').fill('mail, work');
    await page.getByLabelText('Remove tags').fill('old');
    await change.click();
    await expect
      .poll(() => run.mock.calls[0]?.[0])
      .toEqual({ kind: 'tag', ids, added: ['mail', 'work'], removed: ['old'] });
  });
});

describe('PublishDialog', () => {
  const prompts = '/rest/v1/prompts';
  const leak = { id: '1', title: 'Leak', description: null };

  async function openDialog() {
    const onPublish = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await renderScreen(
      <PublishDialog open onOpenChange={onOpenChange} ids={ids} onPublish={onPublish} />,
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
