import { expect, it } from 'vitest';
import { readForm } from './multipart.ts';

/** Reads the content types of a form's parts. */
async function readTypes(heads: readonly string[]): Promise<(string | null)[]> {
  const parts = heads.map((head) => `--x\r\n${head}\r\n\r\nbody\r\n`);
  async function* source() {
    yield Buffer.from(`${parts.join('')}--x--\r\n`);
  }
  const types: (string | null)[] = [];
  for await (const part of readForm(source(), 'x')) {
    types.push(part.contentType);
    for await (const _ of part.body);
  }
  return types;
}

const disposition = 'Content-Disposition: form-data; name="a"';

it('reads the content type of a part, if it has one', async () => {
  expect(
    await readTypes([
      `${disposition}\r\nContent-Type:  text/plain; charset=utf-8 `,
      `content-type:image/png\r\n${disposition}`,
      `${disposition}\r\nContent-Type: `,
      disposition,
    ]),
  ).toEqual(['text/plain; charset=utf-8', 'image/png', null, null]);
});

// It took minutes while the time grew with the square of the blanks.
it('ends soon with many blanks in the content type of many parts', async () => {
  const type = `a${' '.repeat(15_500)}b`;
  const types = await readTypes(Array(1_000).fill(`${disposition}\r\nContent-Type: ${type}`));
  expect(types).toEqual(Array(1_000).fill(type));
});

// A source that is held can't be drained, so the server would close the connection.
it.each([['left early'], ['read to its end']])('lets go of its source when %s', async (how) => {
  let isReleased = false;
  async function* source() {
    try {
      yield Buffer.from(`--x\r\n${disposition}\r\n\r\nbody\r\n--x--`);
      yield Buffer.from('\r\n');
    } finally {
      isReleased = true;
    }
  }
  for await (const _ of readForm(source(), 'x')) {
    if (how === 'left early') break;
  }
  expect(isReleased).toBe(true);
});
