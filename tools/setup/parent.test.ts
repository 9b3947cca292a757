import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a process sees that the shell which started it is gone', async () => {
  const program = `
    import { whenParentIsGone } from ${JSON.stringify(join(import.meta.dirname, 'parent.mjs'))};
    whenParentIsGone(() => { console.log('gone'); process.exit(); });
    setInterval(() => {}, 1000);
    console.log('here');`;
  const script = '"$1" --input-type=module -e "$2"; true';
  const shell = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, program]);
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (text.startsWith('here')) shell.kill('SIGTERM');
  });
  await once(shell.stdout, 'close');
  expect(said).toBe('here\ngone\n');
});
