import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { newPerson, newPrompt } from '../world.ts';

const test = await setUpTestDatabase();
let ann: string;
let sam: string;
beforeAll(async () => {
  [ann, sam] = [await newPerson(test), await newPerson(test)];
});

const withId = `insert into prompts (id, title, content, is_public) values ($1, 'A title', 'Mine', true)`;

/** Returns the SQLSTATE with which a person is refused a prompt of this id; null if they get it. */
const create = async (person: string, id: string, more = '') =>
  (await test.asUser(person, withId + more, [id])).refusal?.code ?? null;

/** Returns another id with the digits by which programs name a prompt. */
const namesake = (id: string) => `${id.slice(0, 13)}-0000-0000-00000000${id.slice(-4)}`;

describe('the id of a new prompt', () => {
  it('is refused if programs would take it for the prompt of another person', async () => {
    const id = await newPrompt(test, ann);
    expect(await create(sam, namesake(id))).toBe('23505');
    expect(await create(ann, namesake(id))).toBeNull();
    await test.sql('update prompts set deleted_at = now() where id = $1', [id]);
    expect(await create(sam, namesake(id).replace('-0000-', '-1000-'))).toBe('23505');
  });

  it('is refused if it was that of a prompt that was deleted for good, also to its owner', async () => {
    const id = await newPrompt(test, ann);
    await test.succeedAs(ann, 'delete from prompts where id = $1', id);
    for (const person of [sam, ann]) {
      expect(await create(person, id)).toBe('23505');
      expect(await create(person, namesake(id))).toBe('23505');
    }
  });

  it('is refused if its prompt went with an account', async () => {
    const person = await newPerson(test);
    const id = await newPrompt(test, person);
    await test.succeedAs(person, 'select delete_user_account()');
    expect(await create(sam, id)).toBe('23505');
  });

  it('is ignored if the prompt is there, as when a save is sent again', async () => {
    const id = await newPrompt(test, ann, { content: 'Stored' });
    expect(await create(ann, id, ' on conflict do nothing')).toBeNull();
    const [stored] = await test.sql('select content from prompts where id = $1', [id]);
    expect(stored).toEqual({ content: 'Stored' });
  });
});
