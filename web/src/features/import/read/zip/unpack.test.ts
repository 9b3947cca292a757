import { strToU8, zipSync, type Zippable } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareFiles } from '#web/features/import/prepare/prepare-files.ts';

const text = `title,content\n${Array.from({ length: 50 }, (_, row) => `T${row},words of ${row}`).join('\n')}\n`;
const plain = { 'notes/a.csv': strToU8(text), 'b.md': strToU8('# B\n\nBody') };

async function prepare(archive: Uint8Array) {
  const { sources, refused } = await prepareFiles([
    { path: 'x.zip', read: () => Promise.resolve(archive) },
  ]);
  const titles = sources.flatMap(({ file }) => file.prompts.map(({ title }) => title));
  return { titles, reasons: refused.map(({ name, reason }) => `${name}: ${reason}`) };
}

/** Positions of a record's signature in an archive. */
function positions(archive: Uint8Array, signature: number): number[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  return Array.from({ length: Math.max(0, archive.length - 4) }, (_, at) => at).filter(
    (at) => view.getUint32(at, true) === signature,
  );
}
const local = 0x04034b50;
const central = 0x02014b50;
const end = 0x06054b50;

/** An archive in which bytes of the first record of a kind were overwritten. */
function tampered(
  signature: number,
  change: (view: DataView, at: number) => void,
  files: Zippable = plain,
): Uint8Array {
  const archive = zipSync(files);
  const [at = 0] = positions(archive, signature);
  change(new DataView(archive.buffer, archive.byteOffset), at);
  return archive;
}

const stored: Zippable = { 'notes/a.csv': [strToU8(text), { level: 0 }] };

describe('unpack', () => {
  it('reads a consistent archive', async () => {
    const { titles, reasons } = await prepare(zipSync(plain));
    expect(titles).toHaveLength(51);
    expect(reasons).toEqual([]);
    expect((await prepare(zipSync(stored))).titles).toHaveLength(50);
  });

  it.each<[string, Uint8Array]>([
    [
      'a size smaller than the text, in the directory',
      tampered(central, (view, at) => view.setUint32(at + 24, 100, true)),
    ],
    [
      'a size smaller than the text, in both places',
      (() => {
        const archive = tampered(central, (view, at) => view.setUint32(at + 24, 100, true));
        const [at = 0] = positions(archive, local);
        new DataView(archive.buffer, archive.byteOffset).setUint32(at + 22, 100, true);
        return archive;
      })(),
    ],
    [
      'a size larger than the text',
      tampered(central, (view, at) => view.setUint32(at + 24, 1_000_000, true)),
    ],
    [
      'fewer packed bytes than there are',
      tampered(central, (view, at) => {
        view.setUint32(at + 20, view.getUint32(at + 20, true) - 20, true);
      }),
    ],
    [
      'fewer stored bytes than there are',
      tampered(
        central,
        (view, at) => {
          view.setUint32(at + 20, 40, true);
          view.setUint32(at + 24, 40, true);
        },
        stored,
      ),
    ],
    ['a wrong checksum', tampered(central, (view, at) => view.setUint32(at + 16, 1, true))],
    [
      'a changed letter',
      tampered(local, (view, at) => view.setUint8(at + 30 + 'notes/a.csv'.length + 20, 33), stored),
    ],
    [
      'another name before the file',
      tampered(local, (view, at) => view.setUint8(at + 30, 'x'.codePointAt(0) ?? 0)),
    ],
    [
      'another way of packing before the file',
      tampered(local, (view, at) => view.setUint16(at + 8, 0, true)),
    ],
    [
      'a 64-bit size that is not there',
      tampered(central, (view, at) => view.setUint32(at + 24, 0xffffffff, true)),
    ],
  ])('refuses %s and names the file', async (_, archive) => {
    const { titles, reasons } = await prepare(archive);
    expect(titles).toEqual([]);
    expect(reasons).toEqual([
      expect.stringContaining("x.zip: This archive is damaged: “notes/a.csv” doesn't match"),
    ]);
  });

  it('refuses two files that share bytes', async () => {
    const archive = zipSync({ 'a.md': strToU8('same'), 'b.md': strToU8('same') });
    const [, second = 0] = positions(archive, central);
    const view = new DataView(archive.buffer, archive.byteOffset);
    // The second entry claims the first one's bytes, under the first one's name.
    view.setUint32(second + 42, 0, true);
    view.setUint8(second + 46, 'a'.codePointAt(0) ?? 0);
    expect(await prepare(archive)).toEqual({
      titles: [],
      reasons: [expect.stringContaining("“a.md” doesn't match")],
    });
  });

  it.each<[string, Uint8Array]>([
    ['cut off', zipSync(plain).subarray(0, -30)],
    [
      'that counts fewer files than it contains',
      tampered(end, (view, at) => {
        view.setUint16(at + 8, 1, true);
        view.setUint16(at + 10, 1, true);
      }),
    ],
    [
      'that hides a part of its directory',
      tampered(end, (view, at) => view.setUint32(at + 16, 0, true)),
    ],
  ])('refuses an archive %s', async (_, archive) => {
    expect(await prepare(archive)).toEqual({
      titles: [],
      reasons: ['x.zip: This archive is damaged or cut off. Download or create it again.'],
    });
  });

  it('refuses an archive that is too large, before unpacking it', async () => {
    const bomb = tampered(central, (view, at) => view.setUint32(at + 24, 0xf0000000, true), {
      'a.md': strToU8('x'.repeat(100_000)),
    });
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(22, 0xf0000000, true);
    expect((await prepare(bomb)).reasons).toEqual([
      expect.stringContaining('The archives contain more than 1 GB in total.'),
    ]);
  });

  it('stops unpacking at the first byte beyond the declared size', async () => {
    const bomb = tampered(central, (view, at) => view.setUint32(at + 24, 10, true), {
      'a.md': new Uint8Array(50_000_000),
    });
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(22, 10, true);
    expect((await prepare(bomb)).reasons).toEqual([
      expect.stringContaining("“a.md” doesn't match"),
    ]);
  });

  it('refuses an archive nested twice, so that none can contain itself', async () => {
    const inner = zipSync({ 'a.md': strToU8('A') });
    const outer = zipSync({ 'in.zip': zipSync({ 'deep.zip': inner }) });
    expect((await prepare(zipSync({ 'in.zip': inner }))).titles).toEqual(['a']);
    expect((await prepare(outer)).reasons).toEqual([
      expect.stringContaining('deep.zip: This archive is in an archive in another archive.'),
    ]);
  });

  it('refuses an empty archive and a file with a password', async () => {
    expect((await prepare(zipSync({}))).reasons).toEqual(['x.zip: This archive is empty.']);
    const archive = tampered(central, (view, at) => view.setUint16(at + 8, 1, true));
    new DataView(archive.buffer, archive.byteOffset).setUint16(6, 1, true);
    expect((await prepare(archive)).reasons).toEqual([
      expect.stringContaining('“notes/a.csv” in this archive needs a password.'),
    ]);
  });

  it.each<[string, Zippable, string, string | null]>([
    ['that begin with a dot', { './': strToU8(''), './Work/a.md': strToU8('A') }, 'a', 'Work'],
    ['that lead out of the folder', { '../Work/../a.md': strToU8('A') }, 'a', 'Work'],
    ['with backslashes, from Windows', { 'Work\\Mail\\a.md': strToU8('A') }, 'a', 'Work/Mail'],
    ['with backslashes in names', { 'a\\b.md': [strToU8('A'), { os: 3 }] }, 'a\\b', null],
  ])('reads paths %s', async (_, files, title, groupName) => {
    const { sources } = await prepareFiles([
      { path: 'x.zip', read: () => Promise.resolve(zipSync(files)) },
    ]);
    expect(sources[0]?.file.prompts).toMatchObject([{ title, groupName }]);
  });

  it('reads names in UTF-8, marked or not, and in code page 437', async () => {
    const title = 'Übung';
    const utf8 = zipSync({ [`${title}.md`]: strToU8('X') });
    expect((await prepare(utf8)).titles).toEqual([title]);
    const unmarked = zipSync({ [`${title}.md`]: strToU8('X') });
    const view = new DataView(unmarked.buffer, unmarked.byteOffset);
    view.setUint16(6, 0, true);
    view.setUint16((positions(unmarked, central)[0] ?? 0) + 8, 0, true);
    expect((await prepare(unmarked)).titles).toEqual([title]);
    const old = zipSync({ 'xbung.md': strToU8('X') });
    old[30] = 0x9a;
    old[(positions(old, central)[0] ?? 0) + 46] = 0x9a;
    expect((await prepare(old)).titles).toEqual([title]);
  });
});
