import { once } from 'node:events';
import * as v from 'valibot';
import { WebSocket } from 'ws';

const message = v.tuple([
  v.nullable(v.string()),
  v.nullable(v.string()),
  v.string(),
  v.string(),
  v.object({
    status: v.optional(v.string()),
    data: v.optional(v.object({ record: v.object({ title: v.string() }) })),
  }),
]);

interface Subscription {
  readonly port: number;
  readonly apiKey: string;
  readonly token: string;
  /** The filters of the prompts, such as `title=eq.x`: one subscription for each. */
  readonly filters: readonly string[];
  /** Takes the title of a prompt that was changed, and the time in milliseconds since 1970. */
  readonly receive: (title: string, atMs: number) => void;
}

/** Subscribes a person to changed prompts, as the page does. Throws if the server refuses. */
export async function subscribe(subscription: Subscription): Promise<WebSocket> {
  const { port, apiKey, token, filters, receive } = subscription;
  const address = `ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${apiKey}`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  const joined = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return;
      const atMs = performance.timeOrigin + performance.now();
      const parsed = v.safeParse(message, JSON.parse(data.toString()));
      if (!parsed.success) return;
      const [, , , event, payload] = parsed.output;
      if (event === 'postgres_changes') receive(payload.data?.record.title ?? '', atMs);
      else if (event === 'phx_reply' && payload.status === 'ok') resolve();
      else if (event === 'phx_reply') {
        reject(new Error(`A client could not subscribe: ${data.toString()}`));
      }
    });
    socket.on('close', () => reject(new Error('A client was disconnected.')));
  });
  const config = {
    postgres_changes: filters.map((filter) => ({
      event: 'UPDATE',
      schema: 'public',
      table: 'prompts',
      filter,
    })),
    postgres_changes_options: { wait: true },
  };
  socket.send(
    JSON.stringify(['1', '1', 'realtime:prompts', 'phx_join', { config, access_token: token }]),
  );
  await joined;
  return socket;
}
