import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
beforeAll(async () => {
  ann = await newPerson(test, 'Ann');
  sam = await newPerson(test, 'Sam');
});

async function upload(person: string | null, name: string) {
  const { refusal } = await test.asUser(
    person,
    `insert into storage.objects (bucket_id, name, owner_id, version)
     values ('avatars', $1, $2, gen_random_uuid())`,
    [name, person],
  );
  return refusal;
}
const fileOf = (person: string, extension = 'webp') => `${person}/${randomUUID()}.${extension}`;

async function show(person: string, name: string | null): Promise<void> {
  await test.sql(
    `update auth.users set raw_user_meta_data = jsonb_build_object('avatar_url', $2::text) where id = $1`,
    [
      person,
      name === null ? null : `https://cuebook.example/storage/v1/object/public/avatars/${name}`,
    ],
  );
}
async function files(person: string): Promise<unknown[]> {
  const rows = await test.sql<{ name: string }>(
    `select name from storage.objects where bucket_id = 'avatars' and name like $1 || '/%' order by name`,
    [person],
  );
  return rows.map(({ name }) => name);
}
async function avatarOf(person: string): Promise<unknown> {
  const [row] = await test.sql('select avatar_url from profiles where id = $1', [person]);
  return row?.['avatar_url'];
}

describe('avatars: uploads', () => {
  it.each([
    ['a WebP in the own folder', () => [ann, fileOf(ann)], true],
    ['a PNG in the own folder', () => [ann, fileOf(ann, 'png')], true],
    ['an SVG', () => [ann, fileOf(ann, 'svg')], false],
    ["another person's folder", () => [sam, fileOf(ann)], false],
    ['a folder below', () => [ann, `${ann}/x/${randomUUID()}.webp`], false],
    ['a chosen name', () => [ann, `${ann}/me.webp`], false],
    ['a visitor', () => [null, fileOf(ann)], false],
  ] as const)('%s', async (_what, make, isAllowed) => {
    const [person, name] = make();
    expect((await upload(person ?? null, name ?? '')) === null).toBe(isAllowed);
  });

  it('lets nobody but the person list or remove a file', async () => {
    const name = fileOf(ann);
    await upload(ann, name);
    const list = `select from storage.objects where bucket_id = 'avatars' and name = $1`;
    const remove = `delete from storage.objects where name = $1 returning 1`;
    for (const text of [list, remove]) {
      expect((await test.asUser(sam, text, [name])).rows).toHaveLength(0);
      expect((await test.asUser(null, text, [name])).rows).toHaveLength(0);
    }
    expect((await test.asUser(ann, remove, [name])).rows).toHaveLength(1);
  });
});

describe('avatars: what a profile shows', () => {
  it('replaces and removes a picture with its file', async () => {
    const person = await newPerson(test);
    const [first, second] = [fileOf(person), fileOf(person)];
    await upload(person, first);
    await show(person, first);
    await upload(person, second);
    expect(await files(person)).toEqual([first, second].toSorted());
    await show(person, second);
    expect(await files(person)).toEqual([second]);
    await show(person, null);
    expect(await files(person)).toEqual([]);
    expect(await avatarOf(person)).toBeNull();
  });

  it('keeps no more than the shown and the newest file', async () => {
    const person = await newPerson(test);
    const [shown, newest] = [fileOf(person), fileOf(person)];
    await upload(person, shown);
    await show(person, shown);
    for (const name of [fileOf(person), fileOf(person), newest]) await upload(person, name);
    expect(await files(person)).toEqual([shown, newest].toSorted());
  });

  it.each([
    ['named as it is', (file: string) => file],
    [
      'with a query that names the own folder',
      (file: string) => `${file}?/object/public/avatars/${sam}/`,
    ],
    ['reached from the own folder', (file: string) => `${sam}/../${file}`],
    ['reached by encoded dots', (file: string) => `${sam}/.%2E/${file}`],
    ['reached by a backslash', (file: string) => `${sam}/..\\${file}`],
    [
      'reached over a line break, which browsers leave out',
      (file: string) => `${sam}/\n../${file}`,
    ],
  ])("is never another person's file, %s", async (_how, name) => {
    const file = fileOf(ann);
    await upload(ann, file);
    await show(ann, file);
    await show(sam, name(file));
    expect(await avatarOf(sam)).toBeNull();
    expect(await files(ann)).toContain(file);
  });

  it('goes with the account', async () => {
    const person = await newPerson(test);
    await upload(person, fileOf(person));
    await test.sql('delete from auth.users where id = $1', [person]);
    expect(await files(person)).toEqual([]);
  });
});
