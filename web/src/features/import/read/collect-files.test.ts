import { expect, it } from 'vitest';
import { collectDropped } from './collect-files.ts';

const closed = new DOMException('closed', 'NotReadableError');

function file(fullPath: string) {
  const read = (give: (file: File) => void) => give(new File([], fullPath));
  return { isFile: true, isDirectory: false, fullPath, file: read };
}

/** As browsers read folders: some entries at a time, until there are none. */
function folder(fullPath: string, entries: readonly object[], opens = true) {
  const left = [...entries];
  const readEntries = (give: (some: object[]) => void, fail: (reason: unknown) => void) =>
    opens ? give(left.splice(0, 1)) : fail(closed);
  return { isFile: false, isDirectory: true, fullPath, createReader: () => ({ readEntries }) };
}

async function dropped(...entries: readonly object[]): Promise<readonly (string | null)[][]> {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  const found = await collectDropped({ items } as unknown as DataTransfer);
  return found.map(({ path, file: opened }) => [path, opened && opened.name]);
}

const prompts = () =>
  folder('/Prompts', [
    folder('/Prompts/Shut', [], false),
    file('/Prompts/a.md'),
    folder('/Prompts/.git', [file('/Prompts/.git/x.md')]),
    folder('/Prompts/Mail', [file('/Prompts/Mail/b.md'), file('/Prompts/Mail/c.md')]),
  ]);

it('finds what lies in a folder, and says what cannot be opened', async () => {
  expect(await dropped(prompts())).toEqual([
    ['Shut', null],
    ['a.md', '/Prompts/a.md'],
    ['Mail/b.md', '/Prompts/Mail/b.md'],
    ['Mail/c.md', '/Prompts/Mail/c.md'],
  ]);
});

it('keeps the names of several folders apart', async () => {
  const found = await dropped(file('/d.md'), prompts(), folder('/Empty', []));
  expect(found.map(([path]) => path)).toEqual([
    'd.md',
    'Prompts/Shut',
    'Prompts/a.md',
    'Prompts/Mail/b.md',
    'Prompts/Mail/c.md',
  ]);
});
