import { randomUUID } from 'node:crypto';
import { promptText } from '../prompt-text.ts';
import { personId, promptId } from '../seed-ids.ts';

/** A request of an attacker. */
export interface AttackRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** The number of the signed-in person; null for a signed-out visitor. */
  readonly person: number | null;
  readonly body?: unknown;
}

/** Requests that are sent over and over, by several clients at once. */
export interface Attack {
  readonly name: string;
  readonly clients: number;
  /** Returns what a client sends in a round: one request after the other. */
  readonly round: (client: number) => readonly AttackRequest[];
  /** The person who subscribes to changed prompts by many costly patterns meanwhile. */
  readonly subscriber?: number;
}

/** Back references without a match: PostgreSQL tries all combinations. */
const endlessPattern = String.raw`(.{9,})(.{9,})(.{9,})\1\2\3`;

/** The people whose lists are measured. */
export const victims: readonly number[] = Array.from({ length: 20 }, (_, n) => 1 + n);
/** The people who change a prompt, and wait to hear of it. */
export const writers: readonly number[] = Array.from(
  { length: 5 },
  (_, n) => victims.length + 5 + n,
);
export const peopleCount = 240;
export const promptsEach = 60;

export const list = (person: number): AttackRequest => ({
  method: 'GET',
  path: `/rest/v1/prompts?select=*,favorites(user_id)&user_id=eq.${personId(person)}&deleted_at=is.null&order=created_at.desc&limit=20`,
  person,
});

/** As many as a channel may have. */
export const costlyFilters: readonly string[] = Array.from(
  { length: 100 },
  (_, n) => String.raw`content=match.(.{9,})(.{9,})\1\2 ${n}`,
);

/** A change of one of the person's own prompts. */
export const change = (person: number, title: string): AttackRequest => ({
  method: 'PATCH',
  path: `/rest/v1/prompts?id=eq.${promptId(person * promptsEach)}`,
  person,
  body: { title },
});

const regex = (person: number): AttackRequest => ({
  method: 'GET',
  path: `/rest/v1/prompts?select=id&content=match.${encodeURIComponent(endlessPattern)}`,
  person,
});

const call = (name: string, body: object, person: number | null): AttackRequest => ({
  method: 'POST',
  path: `/rest/v1/rpc/${name}`,
  person,
  body,
});

const someIds = Array.from({ length: 1_000 }, (_, n) => promptId(promptsEach + n));

function imports(person: number): readonly AttackRequest[] {
  const id = randomUUID();
  const start = Math.floor(Math.random() * 1e9);
  const prompts = Array.from({ length: 1_000 }, (_, n) => {
    const { title, content, tags } = promptText(start + n);
    return { key: String(n), title, content, tags };
  });
  return [
    {
      method: 'POST',
      path: '/rest/v1/import_parts',
      person,
      body: { import_id: id, part: 0, content: { prompts } },
    },
    call('import_library', { import_id: id }, person),
  ];
}

/** Work of ordinary requests, without a pause between them. */
function busy(client: number): readonly AttackRequest[] {
  const person = victims.length + 10 + client;
  const { title, content } = promptText(client);
  switch (client % 4) {
    case 0:
      return [regex(person)];
    case 1:
      return [call('search_prompts', { query: 'contract language' }, person)];
    case 2:
      return [{ method: 'POST', path: '/rest/v1/prompts', person, body: { title, content } }];
    default:
      return [list(person)];
  }
}

export const attacks: readonly Attack[] = [
  { name: 'quiet', clients: 0, round: () => [] },
  {
    name: '24 regular expressions of one person',
    clients: 24,
    round: () => [regex(victims.length + 1)],
  },
  {
    name: '30 signed-out connections on one function',
    clients: 30,
    round: () => [call('included_texts', { refs: someIds }, null)],
  },
  { name: 'six imports of one person', clients: 6, round: () => imports(victims.length + 2) },
  {
    name: '150 sign-ins at once',
    clients: 150,
    round: (client) => [
      {
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        person: null,
        body: {
          email: `nobody-${client}-${randomUUID()}@bench.example`,
          password: 'Wrong-Horse-9',
        },
      },
    ],
  },
  {
    name: '100 connections of one account',
    clients: 100,
    round: () => [{ method: 'GET', path: '/auth/v1/user', person: victims.length + 3 }],
  },
  {
    name: '100 live filters of one person',
    clients: 2,
    round: () => [change(victims.length + 4, `Changed ${randomUUID()}`)],
    subscriber: victims.length + 4,
  },
  { name: '200 busy people', clients: 200, round: busy },
];
