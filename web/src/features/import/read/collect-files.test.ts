import { expect, it } from 'vitest';
import { collectDropped } from './collect-files.ts';

const closed = new DOMException('closed', 'NotReadableError');

function file(fullPath: string) {
  const read = (resolve: (file: File) => void) => resolve(new File([], fullPath));
  return { isFile: true, isDirectory: false, fullPath, file: read };
}

/** A folder as browsers read it: some entries at a time, until none is left. */
function folder(fullPath: string, entries: readonly object[], opens = true) {
  const left = [...entries];
  const readEntries = (resolve: (entries: object[]) => void, reject: (reason: unknown) => void) =>
    opens ? resolve(left.splice(0, 1)) : reject(closed);
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

it('collectDropped returns the files of a folder, and those that cannot be opened', async () => {
  expect(await dropped(prompts())).toEqual([
    ['Shut', null],
    ['a.md', '/Prompts/a.md'],
    ['Mail/b.md', '/Prompts/Mail/b.md'],
    ['Mail/c.md', '/Prompts/Mail/c.md'],
  ]);
});

it('collectDropped keeps the names of several dropped folders', async () => {
  const found = await dropped(file('/d.md'), prompts(), folder('/Empty', []));
  expect(found.map(([path]) => path)).toEqual([
    'd.md',
    'Prompts/Shut',
    'Prompts/a.md',
    'Prompts/Mail/b.md',
    'Prompts/Mail/c.md',
  ]);
});
