import { expect, it } from 'vitest';
import type { ExportedPrompt } from '#web/data/library-files/export.ts';
import { attachedFiles, LibraryBuilder } from '#web/features/export/build-library.ts';
import { writeJson } from '#web/features/export/write-json.ts';
import { writeMarkdown } from '#web/features/export/write-markdown.ts';
import { zipFiles } from '#web/features/export/zip-files.ts';
import { prepareFiles } from '#web/features/import/prepare/prepare-files.ts';
import type { PreparedFile } from '#web/features/import/prepare/prepare-import.ts';

const [early, later] = ['2025-01-02T03:04:05.123456+00:00', '2025-02-03T04:05:06.654321+00:00'];

/** Texts that are hard to encode. */
const hard = [
  'plain',
  ' spaces before and after ',
  'line\nline\n\n',
  '\n\nlines before',
  'win\r\ndows\r\n',
  'old\rmac\r',
  '---\ntitle: not a head\n---\n',
  'a: b # c',
  '- list\n- of\n\ttabs',
  'null',
  'true',
  '2025-01-02',
  '0x1F',
  '1e3',
  '"quoted" \'both\' \\ back',
  '漢字 🎭 e\u0301 \u200f\u05d0 \u0085 \u2028 \u00a0 \uFEFF',
  '{{name:default}} ${x} %y @z &a *b !c |d >e ?f `g`',
  '# heading\n\n```yaml\n---\nx: 1\n---\n```',
  '...\n',
  '[a, b]',
  '{"json": 1}',
  '~',
  ':',
  '-',
  '\ttab',
  'prototype',
  'constructor',
  '__proto__',
  'a \u2028---\nb',
  'a\r---\nb',
  '  \n ',
];

function lastUseOf(text: string, index: number) {
  return { used_at: later, uses: index + 1, last_values: { [text]: text, name: text } };
}

/** Names that an archive can't have, bytes of every value, and a file that two prompts share. */
function filesOf(text: string, index: number): ExportedPrompt['prompt_attachments'] {
  const file = (id: string, name: string, object: string, removed_at: string | null = null) => ({
    id,
    name,
    type: 'image/png',
    object_name: `${object}/${objectId(object)}`,
    removed_at,
  });
  const name = text.replaceAll(/[\p{Cc}/\\]/gu, '_').slice(0, 255);
  return [
    file(`${index}b`, 'shared.png', 'shared'),
    file(`${index}a`, name, `own ${index}`),
    file(`${index}c`, 'gone.png', 'gone', later),
  ];
}

/** Returns an id that is the same for the same text. */
function objectId(text: string): string {
  const digits = Array.from(text, (char) => (char.codePointAt(0) ?? 0).toString(16)).join('');
  return `00000000-0000-4000-8000-${digits.padStart(12, '0').slice(-12)}`;
}

const everyByte = Uint8Array.from({ length: 256 }, (_, value) => value);

/** Returns the bytes of the exported files, by path. */
function attachedBytes(): Map<string, Blob> {
  const paths = rows.flatMap(attachedFiles).map(({ path }) => path);
  return new Map([...new Set(paths)].map((path) => [path, new Blob([everyByte, path])]));
}

function promptOf(text: string, index: number): ExportedPrompt {
  const state = {
    title: text.trim() === '' ? 'T' : text.slice(0, 500),
    content: text,
    description: index % 2 === 0 ? text : null,
    tags: index % 3 === 0 ? [text.slice(0, 50), `t${index}`] : [],
    is_public: index % 2 === 1,
    category: index % 5 === 0 ? text.slice(0, 100) : null,
    icon: index % 4 === 0 ? '🎭' : null,
    group_id: index % 3 === 1 ? 'g1' : index % 3 === 2 ? 'g2' : null,
    created_at: early,
  };
  const version = (version_number: number, change: object) => ({
    ...state,
    version_number,
    change_description: text.slice(0, 500),
    ...change,
  });
  return {
    id: `p${index}`,
    ...state,
    updated_at: later,
    forked_from: index > 0 && index % 4 === 0 ? `p${index - 1}` : null,
    forked_from_version: index > 0 && index % 4 === 0 ? 1 : null,
    shared_version: null,
    favorites: index % 2 === 0 ? [{ user_id: 'me' }] : [],
    prompt_uses: index % 3 === 0 ? [lastUseOf(text, index)] : [],
    prompt_attachments: index % 2 === 0 ? filesOf(text, index) : [],
    prompt_versions: [
      // In no order, as the server may return them.
      ...(index % 7 === 6 ? [] : [version(3, { created_at: later })]),
      version(1, { content: `${text} first`, group_id: 'gone' }),
      version(2, { content: `${text} second`, is_public: !state.is_public }),
    ],
  };
}

const rows = hard.map(promptOf);

const runs = hard.map((text, index) => ({
  id: `r${index}`,
  chain_id: index % 2 === 0 ? 'c' : null,
  title: text.trim() === '' ? 'T' : text.slice(0, 500),
  state: ['running', 'stopped', 'finished'][index % 3] ?? '',
  created_at: early,
  updated_at: later,
  steps: [
    {
      prompt_id: index % 2 === 0 ? `p${index}` : null,
      version: index % 2 === 0 ? 2 : null,
      title: text,
      content: index % 2 === 0 ? text : null,
      bindings: {},
      values: { name: text },
      text,
      draft: null,
    },
    {
      prompt_id: null,
      version: null,
      title: '',
      content: null,
      bindings: boundTo(text),
      values: {},
      text: null,
      draft: text,
    },
  ],
  answers: index % 4 === 0 ? [] : [text],
}));

const chainSteps = [
  { prompt: 'p1', title: null, content: null, bindings: {} },
  { prompt: null, title: null, content: null, bindings: boundTo('') },
  ...hard.map((text) => ({
    prompt: null,
    title: text.trim() === '' ? 'T' : text.slice(0, 500),
    content: text,
    bindings: boundTo(text),
  })),
];

function boundTo(text: string) {
  return { first: { step: 1 }, text: { text } };
}

const comments = hard.map((text, index) => ({
  id: `m${index}`,
  prompt_id: index % 5 === 4 ? 'elsewhere' : `p${index}`,
  user_id: index % 3 === 0 ? 'somebody' : 'me',
  body: text.trim() === '' ? 'B' : text,
  created_at: early,
  updated_at: later,
  profiles: { full_name: index % 2 === 0 ? 'Ada: #1' : null },
  prompts: index % 5 === 4 ? null : { title: `On ${text}`.slice(0, 500), deleted_at: null },
}));

const uses = hard.map((text, index) => ({
  prompt_id: `foreign${index}`,
  ...lastUseOf(text, index),
  prompts: { title: text, user_id: 'somebody' },
}));

function build() {
  const builder = new LibraryBuilder();
  const groups = ['g1', 'g2', 'empty'].map((id) => ({
    id,
    name: id === 'empty' ? 'Empty: #1/2' : 'Same name',
    parent: id === 'g2' ? 'empty' : null,
    description: `About\n${id}`,
    created_at: early,
    updated_at: later,
  }));
  builder.add({ kind: 'groups', rows: groups });
  builder.add({ kind: 'prompts', rows });
  const chain = { title: 'C: 1', description: null, created_at: early, updated_at: later, id: 'c' };
  const steps = chainSteps.map((step, index) => ({
    id: `s${index + 1}`,
    prompt_id: step.prompt,
    title: step.title,
    content: step.content,
    bindings: index === 0 ? {} : { first: { step: 's1' }, text: { text: step.content ?? '' } },
    // Orders of steps may have gaps.
    sequence_order: index * 2 + 1,
  }));
  builder.add({ kind: 'chains', rows: [{ ...chain, chain_prompts: steps.toReversed() }] });
  builder.add({ kind: 'runs', rows: runs });
  builder.add({ kind: 'comments', userId: 'me', rows: comments });
  builder.add({ kind: 'uses', rows: uses });
  return builder.finish('everything');
}

it.each([
  ['JSON', () => new Map([['cuebook.json', new Blob(writeJson(build(), later))]])],
  ['Markdown', () => writeMarkdown(build())],
] as const)('an export as %s brings its files back byte for byte', async (_format, write) => {
  const bytes = attachedBytes();
  const archive = await zipFiles(new Map<string, string | Blob>([...write(), ...bytes]));
  const read = async () => new Uint8Array(await archive.arrayBuffer());
  const { sources, refused, attached } = await prepareFiles([{ path: 'all.zip', read }]);
  expect(refused).toEqual([]);
  expect([...attached.keys()].toSorted()).toEqual([...bytes.keys()].toSorted());
  for (const [path, blob] of attached) {
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(
      new Uint8Array(await (bytes.get(path) ?? new Blob()).arrayBuffer()),
    );
  }
  const prompts = sources[0]?.file.prompts ?? [];
  expect(new Map(prompts.map(({ key, files }) => [key, files]))).toEqual(
    new Map(
      rows.map((row) => [
        row.id,
        attachedFiles(row).map(({ name, type, path }) => ({ name, type, path })),
      ]),
    ),
  );
});

async function bring(name: string, blob: Blob): Promise<PreparedFile> {
  const read = async () => new Uint8Array(await blob.arrayBuffer());
  const { sources, refused } = await prepareFiles([{ path: name, read }]);
  expect(refused).toEqual([]);
  expect(sources).toHaveLength(1);
  const file = sources[0]?.file;
  if (!file) throw new Error('Nothing was read');
  expect(file.problems).toEqual([]);
  return file;
}

/** Compares by JSON, for an order that does not depend on the file. */
const byJson = (one: object, other: object) => {
  const [left, right] = [one, other].map((each) => JSON.stringify(sorted(each)));
  return String(left).localeCompare(String(right));
};
const sorted = (value: object) =>
  Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other)));

const forms: readonly [string, () => Promise<Blob>][] = [
  ['all.json', () => Promise.resolve(new Blob(writeJson(build(), later)))],
  ['all.zip', () => zipFiles(writeMarkdown(build()))],
];

const stateFields = [
  'title',
  'content',
  'description',
  'tags',
  'is_public',
  'category',
  'icon',
] as const;

it.each(forms)('an export as %s imports again without loss', async (name, write) => {
  const file = await bring(name, await write());
  const byKey = new Map(file.prompts.map((prompt) => [prompt.key, prompt]));
  expect(byKey.size).toBe(rows.length);
  const groupOf = (id: string | null) => (id === 'gone' ? null : id);
  for (const row of rows) {
    const prompt = byKey.get(row.id);
    const versions = row.prompt_versions.toSorted(
      (one, other) => one.version_number - other.version_number,
    );
    const state = (source: typeof row | (typeof versions)[number]) => ({
      ...Object.fromEntries(stateFields.map((field) => [field, source[field]])),
      group: groupOf(source.group_id),
    });
    const saved = ({ change_description, created_at }: (typeof versions)[number]) => ({
      change_description,
      created_at,
    });
    const newest = versions.length === 3 ? versions[2] : undefined;
    expect(prompt).toMatchObject({
      ...state(row),
      is_favorite: row.favorites.length > 0,
      forked_from: row.forked_from,
      forked_from_version: row.forked_from_version,
      created_at: early,
      updated_at: later,
      newest: newest ? saved(newest) : null,
      versions: versions
        .slice(0, 2)
        .map((version) => ({ prompt: row.id, ...state(version), ...saved(version) })),
    });
  }
  expect(file.groups.toSorted((one, other) => one.key.localeCompare(other.key))).toEqual([
    {
      key: 'empty',
      path: ['Empty: #1/2'],
      parent: null,
      description: 'About\nempty',
      created_at: early,
      updated_at: later,
    },
    {
      key: 'g1',
      path: ['Same name'],
      parent: null,
      description: 'About\ng1',
      created_at: early,
      updated_at: later,
    },
    {
      key: 'g2',
      path: ['Empty: #1/2', 'Same name'],
      parent: 'empty',
      description: 'About\ng2',
      created_at: early,
      updated_at: later,
    },
  ]);
  expect(file.runs.toSorted(byJson)).toEqual(
    runs.map(({ id: _id, chain_id: chain, ...run }) => ({ ...run, chain })).toSorted(byJson),
  );
  const own = comments.filter(({ user_id, prompt_id }) => {
    return user_id === 'me' && prompt_id !== 'elsewhere';
  });
  expect(file.comments.toSorted(byJson)).toEqual(
    own
      .map(({ prompt_id: prompt, body, created_at, updated_at }) => ({
        prompt,
        body,
        created_at,
        updated_at,
      }))
      .toSorted(byJson),
  );
  expect(file.leftComments).toBe(comments.length - own.length);
  expect(file.uses.toSorted(byJson)).toEqual(
    [
      ...rows.flatMap(({ id: prompt, prompt_uses: [use] }) => (use ? [{ ...use, prompt }] : [])),
      ...uses.map(({ prompt_id: prompt, prompts: _prompts, ...use }) => ({ ...use, prompt })),
    ].toSorted(byJson),
  );
  expect(file.chains).toEqual([
    {
      key: 'c',
      title: 'C: 1',
      description: null,
      created_at: early,
      updated_at: later,
      steps: chainSteps,
    },
  ]);
});

it('an export of a selection leaves out the values last used', () => {
  const builder = new LibraryBuilder();
  builder.add({ kind: 'prompts', rows });
  expect(builder.finish('selection').prompts.every(({ last_use }) => last_use === null)).toBe(true);
});

it('an export of a selection names what it includes and does not contain by its title', () => {
  const [inside, outside, odd] = ['a', 'b', 'c'].map(
    (end) => `00000000-0000-4000-8000-00000000000${end}`,
  );
  const builder = new LibraryBuilder();
  const content = `{{> ${outside}@2 tone="dry"}} {{> ${inside}}} {{> ${odd}}} $&`;
  const row = promptOf('text', 1);
  builder.add({ kind: 'prompts', rows: [{ ...row, id: inside ?? '', content }] });
  builder.add({
    kind: 'titles',
    rows: [
      { id: outside ?? '', title: 'Brand voice' },
      { id: odd ?? '', title: '{{x}}' },
    ],
  });
  expect(builder.finish('selection').prompts[0]?.content).toBe(
    `{{> Brand voice@2 tone="dry"}} {{> ${inside}}} {{> ${odd}}} $&`,
  );
  expect(builder.finish('everything').prompts[0]?.content).toBe(content);
});

it('an export of the first format, without runs and comments, can be imported', async () => {
  const old = {
    cuebook: 1,
    groups: [],
    prompts: [{ id: 'p', title: 'T', content: 'C' }],
    chains: [{ title: 'C', prompts: ['p'] }],
  };
  const file = await bring('old.json', new Blob([JSON.stringify(old)]));
  const step = { prompt: 'p', title: null, content: null, bindings: {} };
  expect(file.chains).toMatchObject([{ key: null, title: 'C', steps: [step] }]);
  expect([file.runs, file.comments, file.uses]).toEqual([[], [], []]);
});

it.each([
  [
    'a run with half a surrogate pair',
    { runs: [{ title: 'R', state: 'running', answers: ['\uD800'] }] },
    'The run “R” in',
  ],
  [
    'a chain with half a surrogate pair',
    { chains: [{ title: 'C\uDC00', prompts: [] }] },
    'The chain “C',
  ],
  [
    'a chain that uses the answer of a later step',
    { chains: [{ title: 'C', steps: [{ prompt: 'p', bindings: { a: { step: 1 } } }] }] },
    'uses the answer of a step that does not come before it',
  ],
  [
    'a step with half a prompt',
    { chains: [{ title: 'C', steps: [{ content: 'x' }] }] },
    'Its step 1 has more than one prompt, or only a part of one',
  ],
  [
    'fixed texts that are too long',
    { chains: [{ title: 'C', steps: [{ bindings: { a: { text: 'x'.repeat(200_000) } } }] }] },
    'The fixed texts of its step 1 are too long',
  ],
  [
    'groups in each other',
    {
      groups: [
        { id: 'g', name: 'G', parent: 'h' },
        { id: 'h', name: 'H', parent: 'g' },
      ],
    },
    'It is more than 8 groups deep.',
  ],
  ['a group with a long name', { groups: [{ id: 'g', name: 'g'.repeat(201) }] }, 'The group “g'],
  [
    'a comment without a text',
    { comments: [{ prompt: 'p', prompt_title: 'P', body: ' ' }] },
    'The comment on “P” in',
  ],
  [
    'values that are too long',
    { uses: [{ prompt: 'x', prompt_title: 'X', last_values: { a: 'b'.repeat(200_000) } }] },
    'The last use of “X” in',
  ],
])('an export that contains %s is refused with a message', async (_, list, says) => {
  const text = JSON.stringify({
    cuebook: 2,
    prompts: [{ id: 'p', title: 'P', content: 'C' }],
    ...list,
  });
  const read = () => Promise.resolve(new TextEncoder().encode(text));
  const { sources, refused } = await prepareFiles([{ path: 'x.json', read }]);
  expect(sources).toEqual([]);
  expect(refused[0]?.reason).toContain(says);
});
