import { Socket } from 'node:net';

const bufferBytes = 64 * 1024;

/**
 * Creates a socket that reads into one buffer again and again. Node otherwise allocates 64 kB for
 * each read; collecting them took an eighth of the server's time. After `reuse` was called, the
 * bytes of a 'data' event are only valid until the listener returns. Before, while `pg` logs in,
 * listeners get copies.
 */
export function reusedBufferSocket(): { socket: Socket; reuse: () => void } {
  let copies = true;
  const socket: Socket = new Socket({
    onread: {
      buffer: new Uint8Array(bufferBytes),
      callback: (length, buffer) => {
        const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length);
        socket.emit('data', copies ? Buffer.from(bytes) : bytes);
        return true;
      },
    },
  });
  return { socket, reuse: () => void (copies = false) };
}
