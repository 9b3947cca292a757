import { strToU8, zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fingerprint } from '#web/features/import/prepare/fingerprint.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import ImportDialog from './import-dialog.tsx';

const knownPrompts = '/rest/v1/rpc/known_prompts';
const importLibrary = '/rest/v1/rpc/import_library';
const dialog = page.getByRole('dialog', { name: 'Import prompts' });

type Content = string | Uint8Array<ArrayBuffer>;

/** Opens the dialog and chooses a file. */
async function choose(name: string, content: Content) {
  await renderScreen(<ImportDialog open onOpenChange={() => undefined} />);
  await dialog.getByLabelText(/^Choose files/).upload(new File([content], name));
}

/** Encodes letters up to ÿ as ISO 8859-1, and the first bytes of an image. */
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf16 = (text: string) => {
  const units = Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0));
  return new Uint8Array(units.buffer);
};

const refused: readonly [what: string, name: string, content: Content, reason: RegExp][] = [
  [
    'a quote that is never closed',
    'open.csv',
    'title,content\nGood,Fine\nBad,"never closed\nand on',
    /Line 3: the quote opened here is never closed\. Nothing was imported\./,
  ],
  [
    'a quote in the middle of a quoted field',
    'stray.csv',
    'title,content\nBad,"a "stray" quote"\n',
    /Line 2: there is text after a field's closing quote/,
  ],
  ['an empty file', 'empty.csv', '', /This file is empty/],
  ['a file of blanks', 'blank.csv', ' \n\n', /This file is empty/],
  ['an image', 'cat.csv', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), /This file is a PNG image/],
  [
    'another header',
    'people.csv',
    'first,last\nAda,Lovelace\n',
    /doesn't name the required columns.*Found: “first”, “last”/,
  ],
  ['broken JSON', 'half.json', '[{"title": "a"', /isn't valid JSON/],
  ['JSON of something else', 'other.json', '{"a": 1}', /contains no list of prompts/],
  [
    'letters of another encoding',
    'latin.csv',
    bytes('title,content\nCafé,Drink\n'),
    /isn't encoded as UTF-8 \(see line 2\)/,
  ],
  [
    'an archive that contradicts itself',
    'lies.zip',
    contradictoryArchive(),
    /“notes\/long\.csv” doesn't match the archive's directory/,
  ],
];

/** Returns a zip file whose directory claims a hundred bytes, which would truncate the text. */
function contradictoryArchive() {
  const archive = zipSync({
    'notes/long.csv': strToU8(`title,content\nA,${'word '.repeat(500)}end\n`),
  });
  const entry = [0x50, 0x4b, 1, 2];
  const directory = archive.findIndex((_, at) =>
    entry.every((byte, index) => archive[at + index] === byte),
  );
  new DataView(archive.buffer, archive.byteOffset).setUint32(directory + 24, 100, true);
  return archive;
}

const shapes: readonly [name: string, content: Content][] = [
  ['semicolons.csv', 'name;text\nA;"x;y"\nB;z'],
  ['tabs.tsv', 'content\ttitle\nx;y\tA\nz\tB\n'],
  ['old-mac.csv', 'title,content\rA,x;y\rB,z\r'],
  [
    'list.json',
    JSON.stringify([
      { title: 'A', content: 'x;y' },
      { act: 'B', prompt: 'z' },
    ]),
  ],
  [
    'object.json',
    JSON.stringify({
      prompts: [
        { name: 'A', text: 'x;y' },
        { title: 'B', content: 'z' },
      ],
    }),
  ],
  ['lines.jsonl', '{"title":"A","content":"x;y"}\n\n{"title":"B","content":"z"}\n'],
  ['no-ending', utf16('title,content\nA,x;y\nB,z\n')],
];

describe('ImportDialog', () => {
  beforeEach(() => {
    backend.on('POST', '/rest/v1/rpc/preview_import', () => json([]));
    backend.on('POST', knownPrompts, () => json([]));
  });

  it.each(refused)(
    'says why it cannot read %s, and imports nothing',
    async (_, name, content, reason) => {
      await choose(name, content);
      await expect.element(dialog.getByText(reason)).toBeVisible();
      await expect
        .element(dialog.getByRole('button', { name: /^Import \d/ }))
        .not.toBeInTheDocument();
      expect(backend.sent('POST', importLibrary)).toEqual([]);
    },
  );

  it('says of each of several files why it cannot read it', async () => {
    await renderScreen(<ImportDialog open onOpenChange={() => undefined} />);
    await dialog
      .getByLabelText(/^Choose files/)
      .upload([new File([''], 'empty.csv'), new File(['{"a":1}'], 'other.json')]);
    await expect
      .element(dialog.getByText('None of these 2 files could be read.', { exact: true }))
      .toBeVisible();
    const files = dialog.getByRole('list', { name: '2 files left out' }).getByRole('listitem');
    await expect.element(files.nth(0).getByText(/^This file is empty/)).toBeVisible();
    await expect.element(files.nth(1).getByText(/^This JSON file contains no list/)).toBeVisible();
  });

  it.each(shapes)('recognises duplicates in every file format: %s', async (name, content) => {
    backend.on('POST', knownPrompts, () => json([fingerprint('A', 'x;y'), fingerprint('B', 'z')]));
    await choose(name, content);
    await expect
      .element(dialog.getByText(/contains 2 rows: 0 prompts to import, 2 skipped/))
      .toBeVisible();
    const skipped = dialog.getByRole('list', { name: 'Rows skipped' });
    await expect.element(skipped.getByText('Already in your library.')).toHaveLength(2);
    await expect.element(dialog.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  });

  it('can try again what the server refused, and says that nothing was imported', async () => {
    backend.on('POST', '/rest/v1/import_parts', () => json([], 201));
    backend.on('POST', importLibrary, () => refusal(400, 'P0001', 'Not now.'));
    await choose('two.csv', 'title,content\nA,x\nB,y\n');
    await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
    await expect.element(dialog.getByText(/Nothing was imported/)).toBeVisible();
    const sent = backend.sent('POST', importLibrary).length;
    await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
    await expect.poll(() => backend.sent('POST', importLibrary).length).toBeGreaterThan(sent);
  });
});
