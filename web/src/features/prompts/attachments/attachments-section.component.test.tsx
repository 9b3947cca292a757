import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { countUploads, dropHeldFiles, resumeFiles } from '#web/data/attachments/upload-queue.ts';
import { readNewFiles } from '#web/data/attachments/new-files-store.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { session } from '#web/testing/session.ts';
import AttachmentsSection from './attachments-section.tsx';

const files = '/rest/v1/prompt_attachments';
const rows = [
  { id: 'f1', name: 'brief.pdf', type: 'application/pdf', size: 2048, object_name: 'p1/o1' },
  { id: 'f2', name: 'logo.png', type: 'image/png', size: 3_000_000, object_name: 'p1/o2' },
];
const link = (name: string) => page.getByRole('link', { name });

function serveFiles() {
  backend.on('GET', files, () => json(rows));
  backend.on('POST', '/storage/v1/object/sign/attachments', () =>
    json(
      rows.map(({ object_name: path }) => ({
        path,
        signedURL: `/object/sign/attachments/${path}?token=t`,
        error: null,
      })),
    ),
  );
  backend.on('POST', '/storage/v1/object/sign/attachments/p1/o2', () =>
    json({ signedURL: '/render/image/sign/attachments/p1/o2?token=t' }),
  );
}

function paste(target: EventTarget, file: File, text?: string) {
  const clipboardData = new DataTransfer();
  clipboardData.items.add(file);
  if (text !== undefined) clipboardData.setData('text/plain', text);
  const type = { bubbles: true, cancelable: true };
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...type }));
}

async function openMenu(name: string, entry: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

describe('AttachmentsSection', () => {
  it('shows each file with its size and type, and a link that opens it', async () => {
    serveFiles();
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit />);
    await expect.element(page.getByText('2 KB · PDF')).toBeVisible();
    await expect.element(page.getByText('2.9 MB · PNG')).toBeVisible();
    await expect
      .element(link('brief.pdf'))
      .toHaveAttribute(
        'href',
        expect.stringContaining('/storage/v1/object/sign/attachments/p1/o1?token=t'),
      );
  });

  it('names files without a link while their URLs are missing', async () => {
    serveFiles();
    backend.on('POST', '/storage/v1/object/sign/attachments', noConnection);
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit />);
    await expect.element(page.getByText('brief.pdf')).toBeVisible();
    await expect.element(link('brief.pdf')).not.toBeInTheDocument();
  });

  it('offers a reader no changes', async () => {
    serveFiles();
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit={false} />);
    await page.getByRole('button', { name: 'Actions for brief.pdf' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Download' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Remove' })).not.toBeInTheDocument();
    await expect.element(page.getByLabelText(/Add files/)).not.toBeInTheDocument();
  });

  it('is not there for a reader of a prompt without files', async () => {
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit={false} />);
    await expect.poll(() => backend.sent('GET', files).length).toBeGreaterThan(0);
    await expect.element(page.getByRole('heading', { name: 'Files' })).not.toBeInTheDocument();
  });

  it('says that the list could not be loaded, and loads it again', async () => {
    backend.on('GET', files, () => refusal(500, 'XX000', 'no'));
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit />);
    await expect.element(page.getByText(/^The files could not be loaded: ./)).toBeVisible();
    serveFiles();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(link('brief.pdf')).toBeVisible();
  });

  it('refuses a file that is too large before anything is sent', async () => {
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit />);
    const large = new File([new ArrayBuffer(52_428_801)], 'film.mov', { type: 'video/quicktime' });
    paste(document.body, large);
    await expect
      .element(page.getByText('This file is too large. Files can have up to 50 MB.'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Dismiss film.mov' }).click();
    await expect.element(page.getByText('film.mov')).not.toBeInTheDocument();
  });

  it('removes a file, and brings it back with "Undo"', async () => {
    serveFiles();
    backend.on('PATCH', files, () => json([{ id: 'f1' }]));
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit />);
    await openMenu('brief.pdf', 'Remove');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('“brief.pdf” is back')).toBeVisible();
    const [removed, restored] = backend.sent('PATCH', files);
    expect(removed?.search.get('id')).toBe('eq.f1');
    expect(removed?.body).not.toEqual({ removed_at: null });
    expect(restored?.body).toEqual({ removed_at: null });
  });

  it('says that removing failed', async () => {
    serveFiles();
    backend.on('PATCH', files, () => json([]));
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit />);
    await openMenu('brief.pdf', 'Remove');
    await expect.element(page.getByText(/^Couldn't remove “brief.pdf”: it has been/)).toBeVisible();
  });

  it('renames a file, and keeps the typed name when the server refuses it', async () => {
    serveFiles();
    backend.on('PATCH', files, () => refusal(403, '42501', 'not now'));
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit />);
    await openMenu('brief.pdf', 'Rename');
    const name = page.getByRole('textbox', { name: 'Name' });
    const rename = page.getByRole('button', { name: 'Rename' });
    await name.fill('a/b');
    await rename.click();
    await expect.element(page.getByText('A file name has no slashes.')).toBeVisible();
    await name.fill('offer.pdf');
    await rename.click();
    await expect.element(page.getByText('not now')).toBeVisible();
    await expect.element(name).toHaveValue('offer.pdf');
    backend.on('PATCH', files, () => json([{ id: 'f1' }]));
    // A mark that changes the direction, as some programs put into names.
    await name.fill('\u200eoffer.pdf');
    await rename.click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(backend.sent('PATCH', files).at(-1)?.body).toEqual({ name: 'offer.pdf' });
  });

  it('keeps the files of a new prompt until it is stored, and forgets removed ones', async () => {
    const promptId = crypto.randomUUID();
    const userId = session.user.id;
    const { unmount } = await renderScreen(
      <AttachmentsSection promptId={promptId} isPublic={false} isNew mayEdit />,
    );
    await page
      .getByLabelText(/Add files/)
      .upload([new File(['a'], 'brief.txt'), new File(['b'], 'wrong.txt')]);
    await expect.element(page.getByText('1 byte · Uploads when saved').first()).toBeVisible();
    await page.getByRole('button', { name: 'Remove wrong.txt' }).click();
    await expect.element(page.getByText('wrong.txt')).not.toBeInTheDocument();
    await expect
      .poll(async () => (await readNewFiles(userId, promptId)).map(({ file }) => file.name))
      .toEqual(['brief.txt']);
    expect(backend.sent('GET', files)).toEqual([]);
    await unmount();
    await dropHeldFiles(userId, promptId);
    expect(await readNewFiles(userId, promptId)).toEqual([]);
  });

  it('forgets files of a person who was signed in before', async () => {
    const client = new QueryClient();
    await resumeFiles(client, session.user.id, () => false);
    backend.on('POST', '/storage/v1/upload/resumable', noConnection);
    await renderScreen(<AttachmentsSection promptId="p1" isPublic={false} mayEdit />);
    await page.getByLabelText(/Add files/).upload(new File(['a'], 'brief.txt'));
    await expect.element(page.getByText('brief.txt')).toBeVisible();
    expect(countUploads()).toBe(1);
    await resumeFiles(client, 'somebody-else', () => false);
    await expect.element(page.getByText('brief.txt')).not.toBeInTheDocument();
    expect(countUploads()).toBe(0);
  });
});

describe('AttachmentsSection, with a new prompt open over the page', () => {
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  const content = panel.getByRole('textbox', { name: 'Content' });
  const image = new File(['a'], 'shot.png', { type: 'image/png' });

  async function openOverPage() {
    const { unmount } = await renderScreen(
      <>
        <AttachmentsSection promptId="p1" isPublic mayEdit />
        <PromptPanel request={{ mode: 'create' }} onClose={() => undefined} />
      </>,
    );
    await expect.element(panel.getByLabelText(/Add files/)).toBeInTheDocument();
    await content.fill('Keep this');
    await userEvent.keyboard('{Control>}a{/Control}');
    return unmount;
  }

  it('adds a file pasted into Content to the new prompt, and leaves the text as it is', async () => {
    await openOverPage();
    paste(content.element(), image);
    await expect.element(panel.getByText('1 byte · Uploads when saved')).toBeVisible();
    await expect.element(content).toHaveTextContent('Keep this');
    expect(backend.sent('POST', '/storage/v1/upload/resumable')).toEqual([]);
    await panel.getByRole('button', { name: 'Remove shot.png' }).click();
  });

  it('marks the files as in use, for other tabs, until it is closed', async () => {
    const marks = async () =>
      ((await navigator.locks.query()).held ?? []).filter(({ name }) =>
        name?.startsWith('cuebook.files/'),
      );
    const unmount = await openOverPage();
    await expect.poll(marks).toHaveLength(1);
    await unmount();
    await expect.poll(marks).toEqual([]);
  });

  it('pastes the text of a cell that was copied with its picture', async () => {
    await openOverPage();
    paste(content.element(), image, 'Cell');
    await expect.poll(() => content.element().textContent).toBe('Cell');
    await expect.element(page.getByText('shot.png')).not.toBeInTheDocument();
  });
});
