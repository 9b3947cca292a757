import { button, field, heading, link, text } from './query.ts';
import { expect, test } from './test.ts';

/** Pages for everybody, which the server renders whole, and their first headings. */
const publicPages = [
  ['/', /Every prompt\s+you write/],
  ['/pricing', 'Pricing'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/techniques', 'Techniques'],
  ['/explore', 'Explore'],
  ['/templates', 'Templates'],
  ['/why-free', 'Why Free?'],
  ['/credits', 'Credits'],
  ['/signin', 'Sign in'],
  ['/signup', 'Create your account'],
  ['/reset-password', 'Reset your password'],
  ['/nowhere', 'Page not found'],
] as const;

/** Pages of the app that need no data. */
const appPages = [
  ['/app/library', 'Library'],
  ['/app/groups', 'Groups'],
  ['/app/chains', 'Prompt Chains'],
  ['/app/chains/create', 'Create Chain'],
  ['/app/chains/runs', 'Runs'],
  ['/app/favourites', 'Favourites'],
  ['/app/templates', 'Templates'],
  ['/app/community', 'Community'],
  ['/app/techniques', 'Techniques'],
  ['/app/account', 'Account Settings'],
  ['/app/connect', 'Connect'],
  ['/app/why-free', 'Why Free?'],
] as const;

test('every public page opens directly', async ({ tab }) => {
  for (const [path, name] of publicPages) {
    await tab.open(path);
    await tab.see(heading(name));
  }
});

test('every page of the app opens, those of an entity directly', async ({ tab, me }) => {
  const group = await me.api.group('Letters');
  const id = await me.api.prompt({
    title: 'A letter',
    content: 'Dear {{name}}',
    is_public: true,
    group_id: group,
  });
  const chain = await me.api.chain({ title: 'Essay', prompt_ids: [id] });
  const pages = [
    [`/app/prompts/${id}`, 'A letter'],
    [`/app/library/prompt/${id}`, 'A letter'],
    [`/app/groups/${group}`, 'Letters'],
    [`/app/chains/${chain}`, 'Essay'],
    [`/app/chains/${chain}/edit`, 'Edit Chain'],
    [`/p/${id}`, 'A letter'],
    ['/app', 'Dashboard'],
  ] as const;
  for (const [path, name] of pages) {
    await tab.openApp(path);
    await tab.see(heading(name));
  }
  for (const [path, name] of appPages) {
    await tab.goTo(path);
    await tab.see(heading(name));
  }
});

test('each line of a text begins at the side from which it is read', async ({ tab, me }) => {
  const id = await me.api.prompt({
    title: 'מכתב',
    content: 'כתוב ל{{שם}} מכתב.\nתודה רבה',
    is_public: true,
  });
  const chain = await me.api.chain({ title: 'Essay', prompt_ids: [id] });
  for (const path of [`/app/prompts/${id}`, `/app/chains/${chain}`, `/p/${id}`]) {
    await tab.openApp(path);
    await tab.isTrue(`
      const text = document.querySelector('main .prompt-text');
      if (!text) return false;
      const range = document.createRange();
      range.selectNodeContents(text);
      const parts = [...range.getClientRects()];
      const { left, right } = text.getBoundingClientRect();
      const last = parts.at(-1);
      return last.top > parts[0].top + 10 && last.left > (left + right) / 2
        && Math.abs(last.right - Math.max(...parts.map((part) => part.right))) < 2;`);
  }
});

test('the dashboard opens directly, again and again', async ({ tab, me }) => {
  await me.api.prompt({ title: 'A letter', content: 'x' });
  for (let load = 0; load < 5; load++) {
    await tab.openApp('/app');
    await tab.see(link('A letter'));
    await tab.see(button('New Prompt'));
  }
  expect(await tab.run('return document.title')).toMatch(/Dashboard/);
  await tab.seeNo(text('Something went wrong'));
});

test('a prompt has room to be written before it has any text', async ({ tab, me }) => {
  const isHigh = `return document.querySelector('[contenteditable=true]')?.offsetHeight >= arguments[0]`;
  await me.api.prompt({ title: 'A letter', content: 'x' });
  await tab.openApp('/app/prompts/new');
  await tab.isTrue(isHigh, 400);
  await tab.openApp('/app/library');
  await tab.press(button('New Prompt'));
  await tab.isTrue(isHigh, 200);
});

test('fields are as high as their texts', async ({ tab, me }) => {
  const id = await me.api.prompt({
    title: 'A title of several lines, '.repeat(8),
    description: 'A line\n'.repeat(6),
    content: 'x',
  });
  await tab.openApp(`/app/prompts/${id}/edit`);
  const showAll = `
    const areas = [...document.querySelectorAll('main textarea')];
    return areas.length === 2
      && areas.every((area) => area.clientHeight > 80 && area.scrollHeight <= area.clientHeight);`;
  await tab.isTrue(showAll);
  await tab.fill(field('Title'), 'Short');
  await tab.isTrue(`return document.querySelector('main textarea').clientHeight < 80`);
  await tab.fill(field('Description'), 'Short');
  // At once, as a paste: WebKit without a graphics card is slow to paint each key.
  const text = `${'A line that may wrap. '.repeat(8)}The end`;
  await tab.run(`document.execCommand('insertText', false, arguments[0])`, text);
  await tab.isTrue(`
    const { scrollHeight, clientHeight } = document.querySelectorAll('main textarea')[1];
    return clientHeight > 80 && scrollHeight <= clientHeight;`);
});

test('a page is left while its script loads', async ({ tab, gateway }) => {
  await tab.openApp('/signin');
  gateway.hold(/^\/assets\/sign-up-/);
  await tab.press(link('Sign up'));
  await expect(() => expect(gateway.heldRequests).toBeGreaterThan(0)).toPass();
  await tab.open('/pricing');
  await tab.see(heading('Pricing'));
});
