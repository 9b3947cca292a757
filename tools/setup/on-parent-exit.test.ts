import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('onParentExit runs when the shell that started the process is gone', async () => {
  const program = `
    import { onParentExit } from ${JSON.stringify(join(import.meta.dirname, 'on-parent-exit.mjs'))};
    onParentExit(() => { console.log('gone'); process.exit(); });
    setInterval(() => {}, 1000);
    console.log('here');`;
  const script = '"$1" --input-type=module -e "$2"; true';
  const shell = spawn('/bin/sh', ['-c', script, 'sh', process.execPath, program]);
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (text.startsWith('here')) shell.kill('SIGTERM');
  });
  await once(shell.stdout, 'close');
  expect(output).toBe('here\ngone\n');
});
