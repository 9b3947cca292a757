import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { RowReader } from './row-reader.ts';

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function dataRow(...cells: (string | null)[]): Buffer {
  const parts = cells.map((cell) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(cell === null ? -1 : Buffer.byteLength(cell));
    return Buffer.concat([length, Buffer.from(cell ?? '')]);
  });
  const count = Buffer.alloc(2);
  count.writeUInt16BE(cells.length);
  return message('D', Buffer.concat([count, ...parts]));
}

const others = [
  message('2', Buffer.alloc(0)),
  message('N', Buffer.from('a notice\0')),
  message('C', Buffer.from('SELECT 2\0')),
  message('Z', Buffer.from('I')),
];
const rows = [['a', null, '', 'größer 鱼'], [], ['x'.repeat(300)]];
const stream = Buffer.concat([
  ...others.slice(0, 2),
  ...rows.map((row) => dataRow(...row)),
  ...others.slice(2),
]);

function readerOf() {
  const passed: Buffer[] = [];
  const received: (string | null)[][] = [];
  const reader = new RowReader((bytes) => passed.push(Buffer.from(bytes)));
  reader.onRow = (cells) => received.push(cells.map((cell) => cell?.toString() ?? null));
  return { reader, passed, received };
}

describe('RowReader', () => {
  test('extracts rows and passes other messages on, wherever the stream is split', () => {
    for (let first = 0; first <= stream.length; first += 1) {
      for (const second of [first, first + 1, first + 4, first + 7, stream.length]) {
        const { reader, passed, received } = readerOf();
        for (const [from, to] of [
          [0, first],
          [first, second],
          [second, stream.length],
        ]) {
          reader.read(Buffer.from(stream.subarray(from, to)));
        }
        expect(received).toEqual(rows);
        expect(Buffer.concat(passed)).toEqual(Buffer.concat(others));
      }
    }
  });

  test('reads byte by byte', () => {
    const { reader, passed, received } = readerOf();
    for (const byte of stream) reader.read(Buffer.from([byte]));
    expect(received).toEqual(rows);
    expect(Buffer.concat(passed)).toEqual(Buffer.concat(others));
  });

  test('attaches between a stream and its listener', async () => {
    const socket = new PassThrough();
    const passed: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => passed.push(Buffer.from(bytes)));
    const reader = RowReader.attach(socket);
    const received: number[] = [];
    reader.onRow = (cells) => received.push(cells.length);
    socket.end(stream);
    await new Promise((resolve) => socket.once('end', resolve));
    expect(received).toEqual([4, 0, 1]);
    expect(Buffer.concat(passed)).toEqual(Buffer.concat(others));
  });

  test('refuses a stream without a listener', () => {
    expect(() => RowReader.attach(new PassThrough())).toThrow('reads its connections differently');
  });
});
