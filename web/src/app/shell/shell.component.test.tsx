import { Route, Routes, useLocation } from 'react-router';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { auth } from '#web/data/backend/client.ts';
import { connection } from '#web/data/backend/connection.ts';
import { sessionKey } from '#web/data/session/auth-storage.ts';
import AttachmentsSection from '#web/features/prompts/attachments/attachments-section.tsx';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, noConnection } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { stopToastClock } from '#web/testing/stop-toast-clock.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { AppLayout } from '../app-layout.tsx';
import { Component as SignIn } from '../routes/auth/sign-in.tsx';
import { Component as Library } from '../routes/library.tsx';
import { Component as NewPrompt } from '../routes/prompts/new-prompt.tsx';

const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
const main = sidebar.getByRole('navigation', { name: 'Main' });
const accountMenu = page.getByRole('button', { name: /account menu/ });
const heading = page.getByRole('heading', { level: 1 });
const button = (name: string) => page.getByRole('button', { name, exact: true });

function Page() {
  return <h1>{useLocation().pathname}</h1>;
}

function LongPage() {
  return Array.from({ length: 30 }, (_, index) => (
    <button key={index} type="button" className="block h-11">
      Row {index}
    </button>
  ));
}

async function renderApp(path: string) {
  return renderScreen(
    <Routes>
      <Route element={<AppLayout />}>
        <Route path="/app/prompts/new" element={<NewPrompt />} />
        <Route
          path="/app/files"
          element={<AttachmentsSection promptId="p1" isPublic={false} mayEdit />}
        />
        <Route path="/app/library" element={<Library />} />
        <Route path="/app/long" element={<LongPage />} />
        <Route path="/app/*" element={<Page />} />
      </Route>
      <Route path="/signin" element={<SignIn />} />
      <Route path="*" element={<Page />} />
    </Routes>,
    '*',
    path,
  );
}

/** Opens a page of the app for Mary. */
async function open(path: string) {
  const { currentPath } = await renderApp(path);
  await expect.element(page.getByRole('main')).toBeVisible();
  return currentPath;
}

const boxOf = (locator: Locator) => locator.element().getBoundingClientRect();

const expectWidth = (width: number) =>
  expect.poll(() => sidebar.element().getBoundingClientRect().width).toBe(width);

beforeEach(async () => {
  backend.on('GET', '/rest/v1/*', () => json([]));
  backend.on('POST', '/rest/v1/rpc/*', () => json([]));
  backend.on('GET', '/rest/v1/rpc/count_open_proposals', () => json(0));
  backend.on('GET', '/auth/v1/user', () => json(session.user));
  backend.on('POST', '/auth/v1/logout', () => json(null));
  // The test before may have signed out.
  backend.on('POST', '/auth/v1/token', () => json(session));
  await auth.signInWithPassword({ email: 'mary@cuebook.example', password: 'Prompt-Book-1' });
  await page.viewport(1280, 900);
});

describe('Shell', () => {
  it('has a sidebar of 256 px, 64 px collapsed, which remembers its state', async () => {
    await open('/app');
    await expectWidth(256);
    const names = main
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
    const pages = ['Dashboard', 'Library', 'Groups', 'Favourites', 'Community'];
    expect(names.filter((name) => pages.includes(name))).toEqual(pages);
    expect(names.join()).not.toMatch(/Why Free|Feedback|Tutorial/);
    await expect
      .element(main.getByRole('link', { name: 'Dashboard' }))
      .toHaveAttribute('aria-current', 'page');
    await button('Collapse sidebar').click();
    await expectWidth(64);
    await cleanup();
    const currentPath = await open('/app');
    await expectWidth(64);
    await main.getByRole('link', { name: 'Groups' }).click();
    await expect.poll(currentPath).toBe('/app/groups');
    await button('Expand sidebar').click();
    await expectWidth(256);
    await sidebar.getByRole('link', { name: 'Why Free?' }).click();
    await expect.poll(currentPath).toBe('/app/why-free');
  });

  it('shows the link with the focus whole where the sidebar scrolls and fades out', async () => {
    await page.viewport(1280, 600);
    await open('/app');
    const last = sidebar.getByRole('link', { name: 'Shared with me' });
    await expect.element(last).toBeInTheDocument();
    last.element().focus();
    const foot = sidebar.getByRole('link', { name: 'Why Free?' }).element();
    const fade = 24;
    expect(foot.getBoundingClientRect().top - fade).toBeGreaterThanOrEqual(
      last.element().getBoundingClientRect().bottom,
    );
  });

  it('collapses the sidebar at 768 px, and opens it over the page', async () => {
    await page.viewport(769, 900);
    await open('/app');
    await expectWidth(256);
    await page.viewport(768, 900);
    await expectWidth(64);
    await expect.element(sidebar.getByRole('link', { name: 'Shared with me' })).toBeVisible();
    const before = heading.element().getBoundingClientRect();
    await button('Expand sidebar').click();
    await expectWidth(256);
    expect(heading.element().getBoundingClientRect()).toEqual(before);
    await userEvent.keyboard('{Escape}');
    await expectWidth(64);
  });

  it("does not hide what has the focus under a phone's bar", async () => {
    await page.viewport(360, 740);
    await open('/app/long');
    const bar = page.getByRole('navigation', { name: 'Quick access' });
    (button('Row 0').element() as HTMLElement).focus();
    for (let index = 1; index < 30; index += 1) {
      await userEvent.tab();
      await expect.element(button(`Row ${index}`)).toHaveFocus();
      expect(button(`Row ${index}`).element().getBoundingClientRect().bottom).toBeLessThan(
        bar.element().getBoundingClientRect().top,
      );
    }
  });

  it('shows toasts above the notice of being offline', async () => {
    await page.viewport(1440, 740);
    onTestFinished(() => connection.report(true));
    // A response of any request would end the notice.
    const reads = ['/rest/v1/*', '/rest/v1/rpc/count_open_proposals', '/auth/v1/user'];
    for (const path of reads) backend.on('GET', path, noConnection);
    backend.on('POST', '/rest/v1/rpc/*', noConnection);
    await open('/app');
    connection.report(false);
    stopToastClock();
    toast.success('Saved on this device');
    const notice = page.getByText(/^You're offline/);
    const message = page.getByRole('listitem').filter({ hasText: 'Saved on this device' });
    await expect.element(notice).toBeVisible();
    await expect.element(message).toBeVisible();
    await expect.poll(() => boxOf(notice).top - boxOf(message).bottom).toBeGreaterThan(0);
  });

  it('shows toasts above the two rows of the selection bar on a phone', async () => {
    await page.viewport(360, 640);
    const rows = Array.from({ length: 20 }, (_, id) => promptRow({ id: `${id}`, title: `T${id}` }));
    backend.on('GET', '/rest/v1/prompts', () => json(rows));
    backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(rows.length));
    await open('/app/library');
    await button('Select').click();
    await page.getByRole('checkbox', { name: 'T1', exact: true }).click();
    stopToastClock();
    toast.success('Prompt saved');
    const bar = page.getByRole('region', { name: 'Selection' });
    const message = page.getByRole('listitem').filter({ hasText: 'Prompt saved' });
    await expect.element(message).toBeVisible();
    await expect.poll(() => boxOf(bar).top - boxOf(message).bottom).toBeGreaterThan(0);
  });

  it('has a drawer on a phone, which closes after a choice', async () => {
    await page.viewport(360, 740);
    await open('/app');
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    await button('Open navigation').click();
    await drawer.getByRole('link', { name: 'Library' }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(heading).toHaveTextContent('Library');
    await button('Open navigation').click();
    await expect
      .element(drawer.getByRole('link', { name: 'Library' }))
      .toHaveAttribute('aria-current', 'page');
    expect(drawer.element().querySelectorAll('[aria-current]')).toHaveLength(1);
    await drawer.getByRole('link', { name: 'Shared with me' }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.element(heading).toHaveTextContent('/app/teams/shared');
  });

  it('has an account menu, which leads to the settings and out', async () => {
    const currentPath = await open('/app');
    await expect.element(accountMenu.getByText('M', { exact: true })).toBeVisible();
    await accountMenu.click();
    const items = page.getByRole('menuitem');
    await expect.element(items).toHaveLength(2);
    expect(items.elements().map(({ textContent }) => textContent)).toEqual([
      'Account Settings',
      'Sign Out',
    ]);
    // Content around the open menu stays available to assistive technology.
    await expect.element(page.getByRole('main')).toBeVisible();
    await items.first().click();
    await expect.poll(currentPath).toBe('/app/account');
    await signOut();
    await expect.poll(currentPath).toBe('/signin');
    expect(localStorage.getItem(sessionKey)).toBeNull();
  });

  it('sends a visitor to sign in', async () => {
    await auth.signOut({ scope: 'local' });
    const { currentPath } = await renderApp('/app/account');
    await expect.poll(currentPath).toBe('/signin');
  });
});

async function signOut() {
  await accountMenu.click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

describe('Signing out', () => {
  const question = page.getByRole('dialog', { name: 'Sign out' });
  const confirm = question.getByRole('button', { name: 'Sign out', exact: true });
  const onDevice = () => Object.keys(localStorage).filter((key) => /draft|waiting/.test(key));

  async function write() {
    const currentPath = await open('/app/prompts/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('Dear diary');
    await expect.poll(() => onDevice().length).toBe(1);
    return currentPath;
  }

  it("works without a message when the server can't be reached", async () => {
    onTestFinished(() => connection.report(true));
    const currentPath = await open('/app');
    backend.on('POST', '/auth/v1/logout', noConnection);
    // Every message that is shown, however briefly.
    const shown: string[] = [];
    const observer = new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
        shown.push(toast.textContent);
      }
    });
    observer.observe(document, { childList: true, subtree: true });
    onTestFinished(() => observer.disconnect());
    await signOut();
    await expect.poll(currentPath).toBe('/signin');
    await expect.element(heading).toHaveTextContent('Sign in');
    expect(localStorage.getItem(sessionKey)).toBeNull();
    expect(shown).toEqual([]);
  });

  it('says that drafts stay on the device, and keeps them', async () => {
    const currentPath = await write();
    await signOut();
    await expect.element(question.getByText(/1 unsaved draft stays on this device/)).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(currentPath()).toBe('/app/prompts/new');
    await signOut();
    await confirm.click();
    await expect.poll(currentPath).toBe('/signin');
    expect(onDevice().map((key) => localStorage.getItem(key))).toEqual([
      expect.stringContaining('Dear diary'),
    ]);
  });

  it('removes drafts on request, including that of an open form', async () => {
    const currentPath = await write();
    await signOut();
    await question.getByRole('button', { name: 'Remove and sign out' }).click();
    await expect.poll(currentPath).toBe('/signin');
    await expect.poll(onDevice).toEqual([]);
  });

  it("names changes that haven't synced, and keeps them", async () => {
    onTestFinished(() => connection.report(true));
    backend.on('POST', '/rest/v1/prompts', noConnection);
    const currentPath = await open('/app/prompts/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('Train');
    await page.getByRole('textbox', { name: 'Content' }).fill('After');
    await button('Create Prompt').click();
    await expect.element(page.getByRole('region', { name: 'Unsynced changes' })).toBeVisible();
    await signOut();
    await expect
      .element(question.getByText(/1 change that hasn't synced yet stays on this device/))
      .toBeVisible();
    await expect.element(question.getByText(/If you remove the change, it's lost\./)).toBeVisible();
    await confirm.click();
    await expect.poll(currentPath).toBe('/signin');
    expect(onDevice()).toHaveLength(1);
  });

  it('names files that are still uploading', async () => {
    backend.on('POST', '/storage/v1/upload/resumable', () => new Promise(() => {}));
    const currentPath = await open('/app/files');
    const brief = new File(['Brief'], 'brief.txt', { type: 'text/plain' });
    await page.getByLabelText(/Add files/).upload(brief);
    await expect.element(page.getByText('brief.txt')).toBeVisible();
    await signOut();
    await expect
      .element(
        question.getByText(
          /1 file hasn't uploaded yet\. If you sign out now, you'll have to choose it again\./,
        ),
      )
      .toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText('brief.txt')).toBeVisible();
    await signOut();
    await confirm.click();
    await expect.poll(currentPath).toBe('/signin');
  });
});

describe('A sign-out elsewhere', () => {
  /** Sends an event as the auth client of another tab does. */
  function announce(event: string, announced: typeof session | null) {
    const channel = new BroadcastChannel(sessionKey);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    channel.postMessage({ event, session: announced });
    channel.close();
  }

  /** Gives this tab a session of its own, as on a full device. */
  function moveSessionToTab() {
    sessionStorage.setItem(sessionKey, localStorage.getItem(sessionKey) ?? '');
    localStorage.removeItem(sessionKey);
    onTestFinished(() => sessionStorage.removeItem(sessionKey));
  }

  it('holds for a page that Back restores from the cache', async () => {
    const currentPath = await open('/app/library');
    localStorage.removeItem(sessionKey);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await expect.poll(currentPath).toBe('/signin');
  });

  it("leaves a tab's own session alone, as a sign-in elsewhere does", async () => {
    const currentPath = await open('/app/library');
    moveSessionToTab();
    const zoe = { ...session.user, id: 'zoe', user_metadata: { full_name: 'Zoe' } };
    announce('SIGNED_IN', { ...session, user: zoe });
    announce('SIGNED_OUT', null);
    await expect.poll(() => backend.sent('GET', '/auth/v1/user').length).toBeGreaterThan(0);
    expect([currentPath(), accountMenu.element().textContent]).toEqual([
      '/app/library',
      'MMary, account menu',
    ]);
  });

  it("ends a tab's own session that the server has ended", async () => {
    const currentPath = await open('/app/library');
    moveSessionToTab();
    backend.on('GET', '/auth/v1/user', () =>
      json({ error_code: 'session_not_found', msg: 'Session not found' }, 403),
    );
    announce('SIGNED_OUT', null);
    await expect.poll(currentPath).toBe('/signin');
    expect(sessionStorage.getItem(sessionKey)).toBeNull();
  });
});

it('An account that was deleted elsewhere is signed out, which the sign-in page says', async () => {
  backend.on('GET', '/auth/v1/user', () =>
    json({ error_code: 'user_not_found', msg: 'User not found' }, 403),
  );
  const currentPath = await open('/app/library');
  await expect.poll(currentPath).toBe('/signin');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      "Your account was deleted on another device, so you've been signed out. To come back, sign up for a new one.",
    );
});

describe('List shortcuts', () => {
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  const copied = vi.fn<(text: string) => Promise<void>>();
  const focus = (locator: Locator) => (locator.element() as HTMLElement).focus();

  async function openLibrary() {
    copied.mockReset().mockResolvedValue();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copied);
    backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(2));
    backend.on('POST', '/rest/v1/prompt_uses', () =>
      json({ used_at: '2026-01-02T00:00:00+00:00', uses: 1 }, 201),
    );
    backend.on('POST', '/rest/v1/favorites', () => json(null, 201));
    backend.on('GET', '/rest/v1/prompts', () =>
      json([
        promptRow({ id: 'second', title: 'Second', content: 'Two' }),
        promptRow({ id: 'first', title: 'First', content: 'One' }),
      ]),
    );
    const currentPath = await open('/app/library');
    await expect.element(link('Second')).toBeVisible();
    // The row under the pointer takes precedence.
    await accountMenu.hover();
    return currentPath;
  }

  it('work before any row has the focus', async () => {
    await openLibrary();
    await userEvent.keyboard('y');
    await expect.poll(() => copied.mock.calls).toEqual([['Two']]);
    await expect.element(link('Second')).toHaveFocus();

    // From another control, keys act on the row that was focused last.
    focus(button('Select'));
    await userEvent.keyboard('j');
    await expect.element(link('First')).toHaveFocus();
    focus(button('Select'));
    await userEvent.keyboard('f');
    await expect.element(page.getByText('Added to favorites')).toBeVisible();
    await expect.element(button('Favourite First')).toHaveAttribute('aria-pressed', 'true');

    focus(button('Select'));
    await link('Second').hover();
    await userEvent.keyboard('x');
    await expect.element(page.getByRole('checkbox', { name: 'Second' })).toBeChecked();
    await expect.element(page.getByRole('checkbox', { name: 'First' })).not.toBeChecked();
    // Links again, also for the next test.
    await userEvent.keyboard('{Escape}');
    await expect.element(link('Second')).toBeVisible();
  });

  it('lead to the first row with Enter, and open it when pressed again', async () => {
    const currentPath = await openLibrary();
    await userEvent.keyboard('{Enter}');
    await expect.element(link('Second')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentPath).toBe('/app/library/prompt/second');
  });

  it('do nothing in a field, with a modifier and under a dialog', async () => {
    await openLibrary();
    const search = page.getByRole('searchbox');
    await search.fill('on');
    await userEvent.keyboard('yj');
    await expect.element(search).toHaveValue('onyj');
    await search.fill('');
    await expect.element(link('Second')).toBeVisible();
    focus(page.getByRole('main'));
    await userEvent.keyboard('{Alt>}j{/Alt}');
    await expect.element(page.getByRole('main')).toHaveFocus();
    await userEvent.keyboard('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expectAccessible(keys);
    await userEvent.keyboard('fy{Escape}');
    await expect.element(keys).not.toBeInTheDocument();
    expect(copied).not.toHaveBeenCalled();
    expect(backend.sent('POST', '/rest/v1/favorites')).toEqual([]);
    await userEvent.keyboard('j');
    await expect.element(link('Second')).toHaveFocus();
  });
});
