import { describe, expect, it } from 'vitest';
import { poem, setUpTerminal } from '../testing/terminal.ts';

const terminal = await setUpTerminal();
const { changePrompt, createPrompt, cuebook, signIn } = terminal;

describe('cuebook get', () => {
  it('puts included prompts in, and warns of values that do not fit', async () => {
    const part = await createPrompt({ title: 'Part', content: 'Be {{tone|choice:kind,strict}}.' });
    const { id } = await createPrompt({ title: 'Whole', content: `Hello. {{> ${part.id}}}` });
    await signIn();
    expect((await cuebook(['get', id])).stdout).toBe('Hello. Be kind.');
    const got = await cuebook(['get', id, '-v', 'tone=odd', '-v', 'other=x', '--json']);
    expect(JSON.parse(got.stdout)).toMatchObject({ id, version: 1, text: 'Hello. Be odd.' });
    expect(got.stderr).toBe(
      'warning: tone should be one of: kind, strict.\nwarning: the prompt has no variable "other".\n',
    );
    expect((await cuebook(['get', id, '--raw'])).stdout).toBe(`Hello. {{> ${part.id}}}`);
  });

  it.each([
    [['get', 'x'], 2, 'is no name of a prompt'],
    [['get', 'none-0193f2a4b5c61d2e'], 1, 'There is no such prompt'],
    [['get', 'none-0193f2a4b5c61d2e', '--var', 'x'], 2, 'takes a name and a value'],
    [['get'], 2, 'An argument is missing'],
    [['get', 'a', 'b'], 2, 'too many arguments'],
    [['get', '--unknown'], 2, "Unknown option '--unknown'. See `cuebook get --help`."],
    [['nothing'], 2, 'There is no command "nothing"'],
  ])('answers %j with code %i', async (args, code, message) => {
    await signIn();
    const outcome = await cuebook(args);
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });

  it('gets the version with a label, not the newest', async () => {
    const { id } = await createPrompt(poem);
    await changePrompt(id, { content: 'Newest' });
    const label = { prompt_id: id, label: 'production', version_number: 1 };
    expect((await terminal.ada.db.rpc('move_prompt_label', label)).error).toBeNull();
    await signIn(['prompts:read']);
    expect((await cuebook(['get', `${id}@production`])).stdout).toContain('Roses are red');
    expect((await cuebook(['get', id])).stdout).toBe('Newest');
    const unknown = await cuebook(['get', `${id}@staging`]);
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('no label staging');
  });

  it('names a version that does not exist', async () => {
    const { id } = await createPrompt(poem);
    await signIn();
    expect((await cuebook(['get', `${id}@9`])).stderr).toContain('no version 9 of this prompt');
  });
});
