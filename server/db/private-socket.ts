import { Socket } from 'node:net';

const bufferBytes = 64 * 1024;

/**
 * A socket that reads into one buffer, again and again: Node otherwise takes 64 kB for each read, and
 * collecting them was an eighth of the server's time. Its 'data' is only good until the listener
 * returns, once `reuse` was called; `pg`, which logs in before, gets copies.
 */
export function privateSocket(): { socket: Socket; reuse: () => void } {
  let copies = true;
  const socket: Socket = new Socket({
    onread: {
      buffer: new Uint8Array(bufferBytes),
      callback: (length, buffer) => {
        const read = Buffer.from(buffer.buffer, buffer.byteOffset, length);
        socket.emit('data', copies ? Buffer.from(read) : read);
        return true;
      },
    },
  });
  return { socket, reuse: () => void (copies = false) };
}
