import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceStorage } from '#web/lib/testing/device-storage.ts';
import { DataError } from '#web/data/backend/data-error.ts';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import type { PromptSave, SaveOutcome } from './send-save.ts';
import { sendOutbox, enqueueSave } from './send-outbox.ts';
import { putInOutbox, queuedValues, queuedSaves } from './outbox-store.ts';

const unanswered = { kind: 'unanswered', error: new DataError('no line') } as const;

/** A server that holds one prompt as its versions, and may be out of reach, before or after it has stored. */
class Server {
  readonly versions: string[] = ['First'];
  readonly made = new Map<string, string>();
  line: 'up' | 'down' | 'cut' = 'up';
  readonly asked: string[] = [];

  readonly send = async (save: PromptSave): Promise<SaveOutcome> => {
    this.asked.push(save.values.content);
    if (this.line === 'down') return unanswered;
    const outcome = this.#store(save);
    return this.line === 'cut' ? unanswered : outcome;
  };

  #store({ promptId, base, values }: PromptSave): SaveOutcome {
    if (base === null) {
      this.made.set(promptId, values.content);
      return { kind: 'saved', version: 1 };
    }
    if (base === this.versions.length) {
      if (this.versions.at(-1) !== values.content) this.versions.push(values.content);
      return { kind: 'saved', version: this.versions.length };
    }
    if (this.versions[base] === values.content) return { kind: 'saved', version: base + 1 };
    return { kind: 'gone' };
  }
}

let device: DeviceStorage;
let server: Server;
beforeEach(() => {
  device = new DeviceStorage();
  server = new Server();
  vi.stubGlobal('localStorage', device);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function change(content: string, base: number | null, unchanged = false): PromptSave {
  return {
    promptId: base === null ? content : 'p',
    base,
    values: { ...emptyValues, title: 'T', content },
    unchanged,
    changeDescription: '',
    forkedFrom: null,
  };
}

const store = (content: string, base: number | null, unchanged = false) =>
  enqueueSave('me', change(content, base, unchanged), server.send);
const left = () => queuedSaves('me').map(({ values, state }) => [values.content, state]);

describe('a save', () => {
  test('that is answered leaves nothing on the device', async () => {
    expect(await store('Second', 1)).toEqual({ kind: 'saved', version: 2 });
    expect(device.length).toBe(0);
  });

  test('that is refused is left to the form', async () => {
    expect(await store('Second', 7)).toEqual({ kind: 'gone' });
    expect(device.length).toBe(0);
  });

  test('is on the device before it is sent', async () => {
    const sent = enqueueSave('me', change('Second', 1), async (save) => {
      expect(left()).toEqual([['Second', 'sending']]);
      return server.send(save);
    });
    expect(await sent).toEqual({ kind: 'saved', version: 2 });
  });

  test('without an answer waits; on a full device the form is told', async () => {
    server.line = 'down';
    expect(await store('Second', 1)).toEqual({ kind: 'queued', error: unanswered.error });
    device.room = 10;
    expect(await store('Third', null)).toEqual(unanswered);
    expect(left()).toEqual([['Second', 'waiting']]);
  });

  test('does not overtake an earlier one of the same prompt', async () => {
    server.line = 'down';
    await store('Second', 1);
    server.line = 'up';
    expect(await store('Third', 2)).toEqual({ kind: 'queued', error: null });
    expect(server.versions).toEqual(['First']);
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Second', 'Third']);
    expect(device.length).toBe(0);
  });
});

describe('what waits', () => {
  test('is sent in order, each on top of the one before', async () => {
    server.line = 'down';
    await store('Second', 1);
    await store('A new one', null);
    await store('Third', 2);
    server.line = 'up';
    server.asked.length = 0;
    const sent: string[] = [];
    await sendOutbox('me', server.send, async (save) => {
      sent.push(save.values.content);
    });
    expect(server.asked).toEqual(['Second', 'A new one', 'Third']);
    expect(sent).toEqual(server.asked);
    expect(server.versions).toEqual(['First', 'Second', 'Third']);
    expect(device.length).toBe(0);
  });

  test('whose answer was lost is not stored twice', async () => {
    server.line = 'cut';
    await store('Second', 1);
    await store('A new one', null);
    expect(server.versions).toEqual(['First', 'Second']);
    server.line = 'up';
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Second']);
    expect(server.made.size).toBe(1);
    expect(device.length).toBe(0);
  });

  test('stays, all of it, while there is no line', async () => {
    server.line = 'down';
    await store('Second', 1);
    await store('Third', 2);
    server.asked.length = 0;
    await sendOutbox('me', server.send);
    expect(server.asked).toEqual(['Second']);
    expect(left()).toEqual([
      ['Second', 'waiting'],
      ['Third', 'waiting'],
    ]);
  });

  test('and is refused stays for the person, with the later ones of its prompt; others pass', async () => {
    server.line = 'down';
    await store('Mine', 1);
    await store('Mine and more', 2);
    await store('Another prompt', null);
    server.line = 'up';
    server.versions.push('Theirs');
    await sendOutbox('me', server.send);
    expect(left()).toEqual([
      ['Mine', 'refused'],
      ['Mine and more', 'waiting'],
    ]);
    expect(server.made.size).toBe(1);
    expect(queuedSaves('me')[1]).toMatchObject({ base: 0, from: { content: 'Mine' } });
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Theirs']);
  });

  test('on a save that changed nothing finds its base all the same', async () => {
    server.line = 'down';
    await store('First', 1);
    await store('Second', 2);
    server.line = 'up';
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Second']);
    expect(device.length).toBe(0);
  });

  test('has left the outbox when its answer is shown', async () => {
    server.line = 'down';
    await store('First', 1, true);
    await store('Second', 1);
    server.line = 'up';
    const shown: unknown[] = [];
    await sendOutbox('me', server.send, async (_save, outcome) => {
      shown.push(outcome, queuedValues('me', 'p', 1)?.saveBase ?? null);
    });
    expect(shown).toEqual([{ kind: 'saved', version: 1 }, 2, { kind: 'saved', version: 2 }, null]);
  });

  test('belongs to one person', async () => {
    server.line = 'down';
    await store('Second', 1);
    server.line = 'up';
    await sendOutbox('you', server.send);
    expect(server.versions).toEqual(['First']);
    expect(left()).toHaveLength(1);
  });

  test('and cannot be read is left alone', async () => {
    device.setItem('cuebook.waiting/me/1', 'no JSON');
    await sendOutbox('me', server.send);
    expect(server.asked).toEqual([]);
    expect(device.length).toBe(1);
  });

  test('in another window is not sent from here too', async () => {
    server.line = 'down';
    await store('Second', 1);
    server.line = 'up';
    const locks = {
      request: (_name: string, _options: object, work: (lock: null) => unknown) => work(null),
    };
    vi.stubGlobal('navigator', { locks });
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First']);
    expect(left()).toEqual([['Second', 'waiting']]);
  });
});

describe('the words of queued saves', () => {
  test('are those of the last one on top of the version', async () => {
    server.line = 'down';
    await store('Second', 1);
    await store('Third', 2);
    const third = { values: { content: 'Third' }, saveBase: 3 };
    expect(queuedValues('me', 'p', 1)).toMatchObject(third);
    // The first of them has come through.
    expect(queuedValues('me', 'p', 2)).toMatchObject(third);
    expect(queuedValues('me', 'p', 3)).toBeNull();
    expect(queuedValues('me', 'another', 1)).toBeNull();
    expect(queuedValues('somebody', 'p', 1)).toBeNull();
  });

  test('that change nothing make no version for the next save to be based on', async () => {
    server.line = 'down';
    await store('First', 1, true);
    expect(queuedValues('me', 'p', 1)).toMatchObject({ values: { content: 'First' }, saveBase: 1 });
    await store('Second', 1);
    expect(queuedValues('me', 'p', 1)).toMatchObject({
      values: { content: 'Second' },
      saveBase: 2,
    });
    server.line = 'up';
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Second']);
    expect(device.length).toBe(0);
  });

  test('are not shown where one was refused: a person looks first', async () => {
    server.line = 'down';
    await store('Second', 1);
    const [save] = queuedSaves('me');
    if (save) putInOutbox('me', { ...save, state: 'refused', reason: 'moved-on' });
    expect(queuedValues('me', 'p', 1)).toBeNull();
  });
});

test('a save that was on its way when the page went is sent by the next', async () => {
  putInOutbox('me', {
    ...change('Second', 1),
    id: '1',
    from: null,
    state: 'sending',
    reason: null,
  });
  await sendOutbox('me', server.send);
  expect(server.versions).toEqual(['First', 'Second']);
});

test('a save that one window had an answer to is not sent by another that waited for its turn', async () => {
  let turn: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, work: (lock: object) => unknown) =>
    (turn = turn.then(() => work({})));
  vi.stubGlobal('navigator', { locks: { request } });
  const [outcome] = await Promise.all([store('Second', 7), sendOutbox('me', server.send)]);
  expect(outcome).toEqual({ kind: 'gone' });
  expect(server.asked).toEqual(['Second']);
  expect(left()).toEqual([]);
});
