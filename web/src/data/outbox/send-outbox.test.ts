import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceStorage } from '#web/lib/testing/device-storage.ts';
import { DataError } from '#web/data/backend/data-error.ts';
import { emptyValues } from '#web/data/prompts/prompt-values.ts';
import type { PromptSave, SaveOutcome } from './send-save.ts';
import { sendOutbox, enqueueSave } from './send-outbox.ts';
import { putInOutbox, queuedValues, queuedSaves, removeFromOutbox } from './outbox-store.ts';

const unanswered = { kind: 'unanswered', error: new DataError('offline') } as const;

/** A server with one prompt, whose connection may be lost before or after it stores a save. */
class FakeServer {
  readonly versions: string[] = ['First'];
  readonly created = new Map<string, string>();
  connection: 'up' | 'down' | 'lost after storing' = 'up';
  readonly received: string[] = [];

  readonly send = async (save: PromptSave): Promise<SaveOutcome> => {
    this.received.push(save.values.content);
    if (this.connection === 'down') return unanswered;
    const outcome = this.#store(save);
    return this.connection === 'lost after storing' ? unanswered : outcome;
  };

  #store({ promptId, base, from, values }: PromptSave): SaveOutcome {
    if (base === null) {
      this.created.set(promptId, values.content);
      return { kind: 'saved', version: 1 };
    }
    if (from !== null && from.content !== this.versions[base - 1]) return { kind: 'gone' };
    if (base === this.versions.length) {
      if (this.versions.at(-1) !== values.content) this.versions.push(values.content);
      return { kind: 'saved', version: this.versions.length };
    }
    if (this.versions[base] === values.content) return { kind: 'saved', version: base + 1 };
    return { kind: 'gone' };
  }
}

let device: DeviceStorage;
let server: FakeServer;
beforeEach(() => {
  device = new DeviceStorage();
  server = new FakeServer();
  vi.stubGlobal('localStorage', device);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function change(content: string, base: number | null, unchanged = false): PromptSave {
  return {
    promptId: base === null ? content : 'p',
    base,
    from: null,
    values: { ...emptyValues, title: 'T', content },
    unchanged,
    changeDescription: '',
    forkedFrom: null,
  };
}

const store = (content: string, base: number | null, unchanged = false) =>
  enqueueSave('me', change(content, base, unchanged), server.send);
/** Stores saves while the server can't be reached. */
async function storeOffline(...saves: readonly Parameters<typeof store>[]): Promise<void> {
  server.connection = 'down';
  for (const save of saves) await store(...save);
  server.connection = 'up';
  server.received.length = 0;
}
const outbox = () => queuedSaves('me').map(({ values, state }) => [values.content, state]);

describe('enqueueSave', () => {
  test('removes a stored save from the device', async () => {
    expect(await store('Second', 1)).toEqual({ kind: 'saved', version: 2 });
    expect(device.length).toBe(0);
  });

  test('leaves a refused save to the form', async () => {
    expect(await store('Second', 7)).toEqual({ kind: 'gone' });
    expect(device.length).toBe(0);
  });

  test('stores the save on the device before it is sent', async () => {
    const sent = enqueueSave('me', change('Second', 1), async (save) => {
      expect(outbox()).toEqual([['Second', 'sending']]);
      return server.send(save);
    });
    expect(await sent).toEqual({ kind: 'saved', version: 2 });
  });

  test('queues a save without a response, and reports a full device', async () => {
    server.connection = 'down';
    expect(await store('Second', 1)).toEqual({
      kind: 'queued',
      error: unanswered.error,
      isBlocked: false,
    });
    device.room = 10;
    expect(await store('Third', null)).toEqual(unanswered);
    expect(outbox()).toEqual([['Second', 'waiting']]);
  });

  test('queues a save behind an earlier one of the same prompt', async () => {
    await storeOffline(['Second', 1]);
    expect(await store('Third', 2)).toEqual({ kind: 'queued', error: null, isBlocked: false });
    expect(server.versions).toEqual(['First']);
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Second', 'Third']);
    expect(device.length).toBe(0);
  });

  test('sends all later saves after one that made no version', async () => {
    await storeOffline(['First', 1], ['Second', 2], ['Third', 3]);
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Second', 'Third']);
    expect(device.length).toBe(0);
  });
});

describe('enqueueSave, based on an earlier save', () => {
  const from = { ...emptyValues, title: 'T', content: 'Mine' };
  const storeMore = () => enqueueSave('me', { ...change('Mine and more', 2), from }, server.send);

  /** 'Mine' is refused, since 'Theirs' is the second version. */
  async function refuseFirst() {
    await storeOffline(['Mine', 1]);
    server.versions.push('Theirs');
    await sendOutbox('me', server.send);
  }

  test('needs no second copy of the values of the save before it', async () => {
    server.connection = 'down';
    await store('Mine', 1);
    await storeMore();
    expect(queuedSaves('me')[1]).toMatchObject({ base: 2, from: null });
  });

  test('keeps its base apart from the version that took its number', async () => {
    await refuseFirst();
    expect(await storeMore()).toEqual({ kind: 'queued', error: null, isBlocked: true });
    const [mine] = queuedSaves('me');
    if (mine) removeFromOutbox('me', mine);
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Theirs']);
    expect(queuedSaves('me')).toMatchObject([{ state: 'refused', from: { content: 'Mine' } }]);
  });

  test('merges with the earlier values when those were merged', async () => {
    await refuseFirst();
    await storeMore();
    await enqueueSave('me', change('Merged', 2), server.send, queuedSaves('me')[0]);
    expect(server.versions).toEqual(['First', 'Theirs', 'Merged']);
    expect(queuedSaves('me')).toMatchObject([{ from: { content: 'Mine' } }]);
  });

  test('is sent after the earlier values were saved over the others', async () => {
    await refuseFirst();
    await storeMore();
    await enqueueSave('me', change('Mine', 2), server.send, queuedSaves('me')[0]);
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Theirs', 'Mine', 'Mine and more']);
  });

  describe('with another save after it', () => {
    async function refuseFirstOfThree() {
      await storeOffline(['Mine', 1], ['Mine and more', 2], ['Mine and most', 3]);
      server.versions.push('Theirs');
      await sendOutbox('me', server.send);
    }

    test('sends both after the refused values were saved over the others', async () => {
      await refuseFirstOfThree();
      await enqueueSave('me', change('Mine', 2), server.send, queuedSaves('me')[0]);
      await sendOutbox('me', server.send);
      const all = ['First', 'Theirs', 'Mine', 'Mine and more', 'Mine and most'];
      expect(server.versions).toEqual(all);
      expect(outbox()).toEqual([]);
    });

    test('does not save the last over a merge when the one between is discarded', async () => {
      await refuseFirstOfThree();
      await enqueueSave('me', change('Merged', 2), server.send, queuedSaves('me')[0]);
      await sendOutbox('me', server.send);
      const [between] = queuedSaves('me');
      expect(between).toMatchObject({ state: 'refused', from: { content: 'Mine' } });
      if (between) removeFromOutbox('me', between);
      await sendOutbox('me', server.send);
      expect(server.versions).toEqual(['First', 'Theirs', 'Merged']);
      expect(queuedSaves('me')).toMatchObject([
        { state: 'refused', from: { content: 'Mine and more' } },
      ]);
    });

    test('keeps the last on the one between when a new prompt got another number', async () => {
      const later = (content: string, base: number) => ({
        ...change(content, base),
        promptId: 'A',
      });
      const answer = (outcome: SaveOutcome) => () => Promise.resolve(outcome);
      server.connection = 'down';
      await store('A', null);
      await enqueueSave('me', later('A and more', 1), server.send);
      await enqueueSave('me', later('A and most', 2), server.send);
      await sendOutbox('me', answer({ kind: 'gone' }));
      const edited = { ...change('Edited', null), promptId: 'A' };
      const saved = answer({ kind: 'saved', version: 2 });
      await enqueueSave('me', edited, saved, queuedSaves('me')[0]);
      expect(queuedSaves('me')).toMatchObject([
        { base: 0, from: { content: 'A' } },
        { base: 1, from: null },
      ]);
    });
  });
});

describe('sendOutbox', () => {
  test('sends saves in order, each based on the one before', async () => {
    await storeOffline(['Second', 1], ['A new one', null], ['Third', 2]);
    const sent: string[] = [];
    await sendOutbox('me', server.send, async (save) => {
      sent.push(save.values.content);
    });
    expect(server.received).toEqual(['Second', 'A new one', 'Third']);
    expect(sent).toEqual(server.received);
    expect(server.versions).toEqual(['First', 'Second', 'Third']);
    expect(device.length).toBe(0);
  });

  test('stores a save once when its response was lost', async () => {
    server.connection = 'lost after storing';
    await store('Second', 1);
    await store('A new one', null);
    expect(server.versions).toEqual(['First', 'Second']);
    server.connection = 'up';
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Second']);
    expect(server.created.size).toBe(1);
    expect(device.length).toBe(0);
  });

  test('keeps all saves while offline', async () => {
    server.connection = 'down';
    await store('Second', 1);
    await store('Third', 2);
    server.received.length = 0;
    await sendOutbox('me', server.send);
    expect(server.received).toEqual(['Second']);
    expect(outbox()).toEqual([
      ['Second', 'waiting'],
      ['Third', 'waiting'],
    ]);
  });

  test('keeps a refused save and the later ones of its prompt, and sends the others', async () => {
    await storeOffline(['Mine', 1], ['Mine and more', 2], ['Another prompt', null]);
    server.versions.push('Theirs');
    await sendOutbox('me', server.send);
    expect(outbox()).toEqual([
      ['Mine', 'refused'],
      ['Mine and more', 'waiting'],
    ]);
    expect(server.created.size).toBe(1);
    expect(queuedSaves('me')[1]).toMatchObject({ base: 0, from: { content: 'Mine' } });
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Theirs']);
  });

  test('removes a save before it reports the outcome', async () => {
    await storeOffline(['First', 1, true], ['Second', 1]);
    const shown: unknown[] = [];
    await sendOutbox('me', server.send, async (_save, outcome) => {
      shown.push(outcome, queuedValues('me', 'p', 1)?.saveBase ?? null);
    });
    expect(shown).toEqual([{ kind: 'saved', version: 1 }, 2, { kind: 'saved', version: 2 }, null]);
  });

  test('sends no saves of another user', async () => {
    await storeOffline(['Second', 1]);
    await sendOutbox('you', server.send);
    expect(server.versions).toEqual(['First']);
    expect(outbox()).toHaveLength(1);
  });

  test('leaves an unreadable entry alone', async () => {
    device.setItem('cuebook.waiting/me/1', 'no JSON');
    await sendOutbox('me', server.send);
    expect(server.received).toEqual([]);
    expect(device.length).toBe(1);
  });

  test('does not send a save that another window is sending', async () => {
    await storeOffline(['Second', 1]);
    const locks = {
      request: (_name: string, _options: object, work: (lock: null) => unknown) => work(null),
    };
    vi.stubGlobal('navigator', { locks });
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First']);
    expect(outbox()).toEqual([['Second', 'waiting']]);
  });
});

describe('queuedValues', () => {
  test('returns the values of the last save on top of the version', async () => {
    server.connection = 'down';
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

  test('bases the next save on the same version after one that changed nothing', async () => {
    server.connection = 'down';
    await store('First', 1, true);
    expect(queuedValues('me', 'p', 1)).toMatchObject({ values: { content: 'First' }, saveBase: 1 });
    await store('Second', 1);
    expect(queuedValues('me', 'p', 1)).toMatchObject({
      values: { content: 'Second' },
      saveBase: 2,
    });
    server.connection = 'up';
    await sendOutbox('me', server.send);
    expect(server.versions).toEqual(['First', 'Second']);
    expect(device.length).toBe(0);
  });

  test('returns null when a save was refused', async () => {
    server.connection = 'down';
    await store('Second', 1);
    const [save] = queuedSaves('me');
    if (save) putInOutbox('me', { ...save, state: 'refused', reason: 'moved-on' });
    expect(queuedValues('me', 'p', 1)).toBeNull();
  });
});

test('sendOutbox sends a save that was being sent when the page was closed', async () => {
  putInOutbox('me', {
    ...change('Second', 1),
    id: '1',
    state: 'sending',
    reason: null,
  });
  await sendOutbox('me', server.send);
  expect(server.versions).toEqual(['First', 'Second']);
});

test('sendOutbox does not send a save that another window has sent while this one waited for the lock', async () => {
  let turn: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, work: (lock: object) => unknown) =>
    (turn = turn.then(() => work({})));
  vi.stubGlobal('navigator', { locks: { request } });
  const [outcome] = await Promise.all([store('Second', 7), sendOutbox('me', server.send)]);
  expect(outcome).toEqual({ kind: 'gone' });
  expect(server.received).toEqual(['Second']);
  expect(outbox()).toEqual([]);
});
