import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';

/** Runs a program and returns its output. Throws with its error output if it fails. */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, errorOutput, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  if (code !== 0) throw new Error(`${basename(program)} failed: ${errorOutput.trim() || output}`);
  return output;
}
