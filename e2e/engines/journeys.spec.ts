import { writeFile } from 'node:fs/promises';
import { linkMailedTo } from '../fixtures/mailbox.ts';
import { somebody } from '../fixtures/person.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { button, dialog, field, heading, link, role, text } from './query.ts';
import { expect, test } from './test.ts';

/** Resolves when the page may no longer act as part of a click. */
const activationEnded = `return new Promise((resolve) => {
  const look = () => navigator.userActivation.isActive ? requestAnimationFrame(look) : resolve();
  look();
})`;

test('signs up with the mailed link, signs out, and signs in', async ({ tab, request }) => {
  const { name, email, password } = somebody('Ada');
  await tab.openApp('/signup');
  await tab.fill(field('Full name'), name);
  await tab.fill(field('Email'), email);
  await tab.fill(field('Password'), password);
  await tab.fill(field('Confirm password'), password);
  await tab.press(role('checkbox'));
  await tab.press(button('Sign Up'));
  await tab.arriveAt(/^\/register-success$/);
  await tab.see(text(email));

  await tab.openApp(await linkMailedTo(request, email));
  await tab.arriveAt(/^\/app$/);
  await tab.see(heading('Start your prompt book'));
  await tab.see(button('New Prompt'));

  await tab.press(button(/account menu/));
  await tab.press(role('menuitem', 'Sign Out'));
  await tab.arriveAt(/^\/signin$/);

  await tab.fill(field('Email'), email);
  await tab.fill(field('Password'), password);
  await tab.press(button('Sign In'));
  await tab.arriveAt(/^\/app$/);
  await tab.see(button('New Prompt'));
});

test('imports a file, and finds a prompt of it', async ({ tab, me }, testInfo) => {
  const file = testInfo.outputPath('prompts.csv');
  await writeFile(file, 'title,content\nLetter,Write to {{name}}\nPlan,Plan an aardvark safari\n');
  await tab.openApp('/app/library');
  await tab.press(button('Import'));
  const importing = dialog('Import prompts');
  await tab.chooseFile(field(/^Choose files/, importing), file);
  await tab.press(button('Import 2 prompts', importing));
  await tab.press(button('Done', importing));
  await tab.see(link('Letter'));

  await tab.openApp('/app');
  await tab.press(button(/^Search/));
  await tab.fill(role('combobox', /Search prompts/), 'aardvark');
  await tab.press(role('option', /Plan/));
  await tab.arriveAt(/^\/app\/prompts\//);
  await tab.see(heading('Plan'));
  await tab.see(text('Plan an aardvark safari'));
  expect(await me.api.rows('prompts?select=title&is_public=is.false&order=title')).toEqual([
    { title: 'Letter' },
    { title: 'Plan' },
  ]);
});

test('writes a prompt, edits it, compares its versions and restores the first', async ({
  tab,
  me,
}) => {
  await tab.openApp('/app');
  await tab.press(button('New Prompt'));
  const creator = dialog('Create New Prompt');
  await tab.fill(field('Title', creator), 'Haiku');
  await tab.fill(field('Content', creator), 'Write about rain');
  await tab.press(button('Create Prompt', creator));
  await tab.press(link('Haiku'));
  await tab.press(button('Edit'));
  const editor = dialog('Edit Prompt');
  await tab.fill(field('Content', editor), 'Write about snow');
  await tab.press(button('Update Prompt', editor));
  await tab.see(text('Write about snow'));

  await tab.press(button(/^Version History/));
  await tab.press(role('checkbox', 'Select version 1'));
  await tab.press(role('checkbox', 'Select version 2'));
  await tab.press(button('Compare Selected'));
  const comparison = role('region', 'Version 1 compared with version 2');
  await tab.readText(comparison, /1 change/);
  await tab.see(text('rain', comparison));
  await tab.see(text('snow', comparison));
  await tab.press(button('Close Comparison'));
  await tab.press(button('Restore version 1'));
  await tab.see(text('Write about rain'));
  await tab.press(button(/^Version History/));
  await tab.see(text('Restored from version 1'));
  expect(await me.api.rows('prompts?select=title,content,version&is_public=is.false')).toEqual([
    { title: 'Haiku', content: 'Write about rain', version: 3 },
  ]);
});

test('fills in variables and copies', async ({ tab, me }) => {
  const content = 'Write {{words|number:100}} words to {{name}}.';
  const id = await me.api.prompt({ title: 'Letter', content });
  await tab.openApp(`/app/prompts/${id}`);
  const form = role('region', 'Variables');
  await tab.fill(field('name', form), 'Bob');
  await tab.fill(field('words', form), '50');
  await tab.see(text('50'));
  await tab.press(button('Copy prompt', form));
  await tab.see(text('Prompt copied to clipboard!'));
  await tab.press(button('Edit'));
  await tab.paste(field('Content', dialog('Edit Prompt')), 'Write 50 words to Bob.');
});

test('copies a search result whose content loads after the click', async ({ tab, me, gateway }) => {
  await me.api.prompt({ title: 'Plain', content: 'An aardvark, as it is.' });
  await tab.openApp('/app/library?q=aardvark');
  const release = gateway.hold(/^\/rest\/v1\/readable_prompts\?.*&id=eq\./);
  await tab.press(button('Copy Plain'));
  await expect(() => expect(gateway.heldRequests).toBeGreaterThan(0)).toPass();
  // Browsers let a page write to the clipboard for some seconds after a click.
  await tab.run(activationEnded);
  release();
  await tab.see(text('Prompt copied to clipboard!'));
  await tab.paste(role('searchbox'), 'An aardvark, as it is.');
});

test('runs a chain to its end', async ({ tab, me }) => {
  const ids = await me.api.insert('prompts', [
    { title: 'Outline', content: 'Outline {{topic}}' },
    { title: 'Draft', content: 'Write from {{step1.output}}' },
  ]);
  const chain = await me.api.chain({ title: 'Essay', prompt_ids: ids });
  await tab.openApp(`/app/chains/${chain}`);
  await tab.press(button('Run Chain'));
  await tab.arriveAt(/^\/app\/chains\/runs\//);
  await tab.fill(field('topic'), 'tides');
  await tab.press(button('Copy prompt'));
  await tab.paste(field('Answer'), 'Outline tides');
  await tab.press(button('Next step'));
  await tab.readText(role('region', 'Prompt to send'), /^Write from Outline tides$/);
  await tab.fill(field('Answer'), 'The end');
  await tab.press(button('Finish'));
  await tab.see(text(/^The run is finished\./));
  expect(await me.api.rows('chain_runs?select=state,answers')).toEqual([
    { state: 'finished', answers: ['Outline tides', 'The end'] },
  ]);
});

test('opens and saves without a connection, and sends the saves when it is back', async ({
  tab,
  me,
  gateway,
}) => {
  const id = await me.api.prompt({ title: 'Train', content: 'Before the tunnel' });
  await tab.openApp(`/app/prompts/${id}`);
  await tab.see(text('Before the tunnel'));
  await tab.isTrue('return navigator.serviceWorker.controller !== null');
  gateway.isCut = true;
  await tab.openApp(`/app/prompts/${id}`);
  await tab.see(text('Before the tunnel'));
  await tab.press(button('Edit'));
  const editor = dialog('Edit Prompt');
  await tab.fill(field('Content', editor), 'In the tunnel');
  await tab.press(button('Update Prompt', editor));
  await tab.see(role('region', 'Unsynced changes'));
  await tab.see(text('In the tunnel'));
  expect(await me.api.rows('prompts?select=content&is_public=is.false')).toEqual([
    { content: 'Before the tunnel' },
  ]);

  gateway.isCut = false;
  await tab.run(`window.dispatchEvent(new Event('online'))`);
  await tab.seeNo(role('region', 'Unsynced changes'));
  expect(await me.api.rows('prompts?select=content,version&is_public=is.false')).toEqual([
    { content: 'In the tunnel', version: 2 },
  ]);
});

test('joins a team, and saves what was typed when the membership ends meanwhile', async ({
  tab,
  me,
  request,
}) => {
  const olga = await createUser(request, 'Olga');
  const [team = ''] = await olga.api.insert('teams', [{ name: 'Writers' }]);
  const id = await olga.api.prompt({ title: 'Letter', content: 'Write it.', team_id: team });
  await olga.api.call('invite_to_team', { team_id: team, role: 'editor', email: me.email });
  const { pathname, search } = new URL(await linkMailedTo(request, me.email));
  await tab.openApp(pathname + search);
  await tab.press(button('Accept Writers'));
  await tab.see(text('2 members'));

  await tab.openApp(`/app/prompts/${id}/edit`);
  await tab.fill(field('Title'), 'My letter');
  await olga.api.remove(`team_members?team_id=eq.${team}&user_id=eq.${me.id}`);
  await tab.see(text("You can't edit this prompt any more. Your changes are still here."));
  await tab.press(button('Save as a new prompt'));
  await tab.see(heading('My letter'));
  expect(await me.api.rows(`prompts?select=title,content,team_id&user_id=eq.${me.id}`)).toEqual([
    { title: 'My letter', content: 'Write it.', team_id: null },
  ]);
});
