import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { auth } from '#web/data/backend/client.ts';
import { runtimeConfig, setRuntimeConfig } from '#web/data/backend/runtime-config.ts';
import { sessionKey } from '#web/data/session/auth-storage.ts';
import { backend, json, noConnection } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { Component as RegisterSuccess } from './register-success.tsx';
import { Component as ResetPassword } from './reset-password.tsx';
import { Component as SignIn } from './sign-in.tsx';
import { Component as SignUp } from './sign-up.tsx';

const signInPath = '/auth/v1/token';
const signUpPath = '/auth/v1/signup';
const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const confirmation = page.getByLabelText('Confirm password', { exact: true });
const terms = page.getByRole('checkbox');
const button = (name: string) => page.getByRole('button', { name, exact: true });

const serverFailed = 'The server had a problem of its own. Wait a moment, then try again.';
const fail = () =>
  json({ code: 500, error_code: 'unexpected_failure', msg: 'The desk is closed' }, 500);

function refuse(code: string, message: string): Response {
  return json({ code: 400, error_code: code, msg: message }, 400);
}

/** Opens a page around signing in for a visitor. */
async function open(path: string) {
  const screen = await renderScreen(
    <Routes>
      <Route path="/signin" element={<SignIn />} />
      <Route path="/signup" element={<SignUp />} />
      <Route path="/reset-password" element={<ResetPassword />} />
      <Route path="/register-success" element={<RegisterSuccess />} />
      <Route path="*" element={null} />
    </Routes>,
    '*',
    path,
  );
  return screen.currentPath;
}

async function signIn() {
  await email.fill('mary@cuebook.example');
  await password.fill('Prompt-Book-1');
  await button('Sign In').click();
}

async function fillSignUp() {
  await page.getByLabelText('Full name').fill('Mary');
  await email.fill('mary@cuebook.example');
  await password.fill('Prompt-Book-1');
  await confirmation.fill('Prompt-Book-1');
}

async function sendSignUp() {
  await fillSignUp();
  await terms.click();
  await button('Sign Up').click();
}

const expectText = (text: string | RegExp) =>
  expect.element(page.getByText(text).first()).toBeVisible();
const expectAlert = (text: string) =>
  expect.element(page.getByRole('alert').first()).toHaveTextContent(text);

beforeEach(async () => {
  backend.on('POST', '/auth/v1/logout', () => json(null));
  await auth.signOut({ scope: 'local' });
});

describe.each([
  ['/signin', 'Sign In'],
  ['/reset-password', 'Send instructions'],
])('%s', (path, name) => {
  it('refuses an invalid email before anything is sent', async () => {
    await open(path);
    await email.fill('nobody');
    await button(name).click();
    await expect.element(email).toHaveFocus();
    await expect.element(email).toBeInvalid();
  });
});

describe('/signin', () => {
  it('says that a password is wrong in a toast and beside the form, and keeps the email', async () => {
    backend.on('POST', signInPath, () =>
      refuse('invalid_credentials', 'Invalid login credentials'),
    );
    const currentPath = await open('/signin');
    await signIn();
    await expectText('Sign in failed: Invalid login credentials');
    await expectAlert('Invalid login credentials');
    await expect.element(email).toHaveValue('mary@cuebook.example');
    expect(currentPath()).toBe('/signin');
  });

  it('says that the server cannot be reached, and can be sent again', async () => {
    backend.on('POST', signInPath, noConnection);
    await open('/signin');
    await signIn();
    await expectText(/^Sign in failed: /);
    await expect.element(button('Sign In')).toBeEnabled();
  });

  it('says when to try again after too many attempts', async () => {
    backend.on('POST', signInPath, () =>
      Response.json(
        { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
        { status: 429, headers: { 'retry-after': '40', 'x-supabase-api-version': '2024-01-01' } },
      ),
    );
    await open('/signin');
    await signIn();
    await expectText('Sign in failed: Too many requests. Try again in 40 seconds.');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Too many requests. Try again in 40 seconds.');
  });

  it.each(['//example.com', '/\\example.com', 'https://example.com', 'javascript:1'])(
    'leads into the app, not to %s',
    async (redirect) => {
      backend.on('POST', signInPath, () => json(session));
      const currentPath = await open(`/signin?redirect=${encodeURIComponent(redirect)}`);
      await signIn();
      await expect.poll(currentPath).toBe('/app');
    },
  );

  it('says that it is busy, then what failed, and leads to a new password and to signing up', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', signInPath, () => promise);
    const currentPath = await open('/signin');
    await signIn();
    await expect.element(button('Loading...')).toBeVisible();
    resolve(fail());
    await expectText(`Sign in failed: ${serverFailed}`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect.element(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect.poll(currentPath).toBe('/signup');
  });
});

it('/reset-password says that the instructions were not sent', async () => {
  backend.on('POST', '/auth/v1/recover', fail);
  const currentPath = await open('/reset-password');
  await email.fill('mary@cuebook.example');
  await button('Send instructions').click();
  await expectText('Failed to send reset instructions. Please try again.');
  expect(currentPath()).toBe('/reset-password');
});

describe('/signup', () => {
  beforeEach(() => {
    // A sign-up tries signing in first.
    backend.on('POST', signInPath, () =>
      refuse('invalid_credentials', 'Invalid login credentials'),
    );
  });

  it('refuses passwords that differ before anything is sent', async () => {
    await open('/signup');
    await fillSignUp();
    await confirmation.fill('Prompt-Book-2');
    await terms.click();
    await button('Sign Up').click();
    await expectText('Passwords do not match');
    await expect.element(confirmation).toHaveFocus();
    expect(backend.sent('POST', signInPath)).toEqual([]);
  });

  it.each(['Email', 'Password'])('asks for %s before anything is sent', async (label) => {
    await open('/signup');
    await fillSignUp();
    const field = page.getByLabelText(label, { exact: true });
    await field.fill('');
    await terms.click();
    await button('Sign Up').click();
    await expectText('Please fill in all required fields');
    await expect.element(field).toHaveFocus();
    expect(backend.sent('POST', signInPath)).toEqual([]);
  });

  it('asks for agreement before anything is sent', async () => {
    await open('/signup');
    await fillSignUp();
    await button('Sign Up').click();
    await expect.element(terms).toHaveFocus();
    expect(backend.sent('POST', signInPath)).toEqual([]);
  });

  it.each([
    [
      'the server refuses the email',
      () => refuse('validation_failed', 'Unable to validate email address: invalid format'),
      'Unable to validate email address: invalid format',
    ],
    ['it creates nobody', () => json({}), 'Failed to create user account'],
  ])('says in a toast and beside the form when %s', async (_, respond, reason) => {
    backend.on('POST', signUpPath, respond);
    const currentPath = await open('/signup');
    await sendSignUp();
    await expectText(`Sign up failed: ${reason}`);
    await expectAlert(reason);
    expect(currentPath()).toBe('/signup');
  });

  it('tells the owner of an account to sign in instead, and signs nobody in', async () => {
    backend.on('POST', signInPath, () => json(session));
    const ended = () => backend.sent('POST', '/auth/v1/logout').length;
    const endedBefore = ended();
    const currentPath = await open('/signup');
    await sendSignUp();
    await expectText('This email is already registered. Please sign in instead.');
    expect(currentPath()).toBe('/signup');
    expect(backend.sent('POST', signUpPath)).toEqual([]);
    // The session that showed that the password is right has ended.
    expect(ended()).toBe(endedBefore + 1);
    expect(localStorage.getItem(sessionKey)).toBeNull();
  });

  it('reports a new account to the contact list, and goes on if that fails', async () => {
    const config = runtimeConfig();
    onTestFinished(() => setRuntimeConfig(config));
    const contacts = '/rest/v1/contacts';
    const links = { ...config.links, contactSync: location.origin + contacts };
    setRuntimeConfig({ ...config, links });
    vi.spyOn(console, 'warn').mockReturnValue();
    backend.on('POST', signUpPath, () => json(session.user));
    backend.on('POST', contacts, fail);
    const currentPath = await open('/signup');
    await sendSignUp();
    await expect.poll(currentPath).toBe('/register-success');
    await expect
      .poll(() => backend.sent('POST', contacts).map(({ body }) => body))
      .toEqual([{ email: 'mary@cuebook.example', name: 'Mary', sourceApp: 'Cuebook' }]);
  });

  it('leads to signing in when the email is already confirmed', async () => {
    backend.on('POST', signUpPath, () =>
      json({ ...session.user, email_confirmed_at: '2026-01-01T00:00:00Z' }),
    );
    const currentPath = await open('/signup');
    await sendSignUp();
    await expectText('Sign up successful! You can now sign in.');
    await expect.poll(currentPath).toBe('/signin');
  });

  it('leads straight into the app without email confirmation', async () => {
    const user = { ...session.user, email_confirmed_at: '2026-01-01T00:00:00Z' };
    backend.on('POST', signUpPath, () => json({ ...session, user }));
    const currentPath = await open('/signup');
    await sendSignUp();
    await expectText('Sign up successful! You can now sign in.');
    await expect.poll(currentPath).toBe('/app');
  });
});

it('/register-success asks for the email in a browser that does not know it', async () => {
  backend.on('POST', '/auth/v1/resend', () => json({}));
  await open('/register-success');
  await page.getByLabelText('Need a new link?').fill('ada@cuebook.example');
  await button('Click to resend').click();
  await expectText('Verification email has been resent. Please check your inbox.');
  expect(backend.sent('POST', '/auth/v1/resend')[0]?.body).toMatchObject({
    email: 'ada@cuebook.example',
  });
});

describe('where the operator', () => {
  const { signIn: usual, ...config } = runtimeConfig();
  const changeSignIn = (change: Partial<typeof usual>) =>
    setRuntimeConfig({ ...config, signIn: { ...usual, ...change } });
  afterEach(() => changeSignIn({}));

  it('turned sign-up off, offers none, and says why on the sign-up page', async () => {
    changeSignIn({ signUp: false });
    await open('/signup');
    await expect.element(page.getByRole('heading', { name: 'Sign-ups are closed' })).toBeVisible();
    await expect.element(email).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect.element(button('Sign In')).toBeVisible();
    await expect.element(page.getByText('No account yet?')).not.toBeInTheDocument();
  });

  it('has other password rules, shows them, and refuses a password before it is sent', async () => {
    changeSignIn({ passwordRules: { minLength: 10, required: ['symbol'] } });
    await open('/signup');
    await expectText('At least 10 characters and one symbol.');
    await fillSignUp();
    await password.fill('Analytical1');
    await confirmation.fill('Analytical1');
    await terms.click();
    await button('Sign Up').click();
    await expectText('Password must contain at least one symbol');
    expect(backend.sent('POST', signUpPath)).toEqual([]);
  });
});

it('/register-success sends the email again, or logs and says why not, and leads to sign-in', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  backend.on('POST', signInPath, () => refuse('invalid_credentials', 'Invalid login credentials'));
  backend.on('POST', signUpPath, () => json(session.user));
  backend.on('POST', '/auth/v1/resend', () => json({}));
  const currentPath = await open('/signup');
  await sendSignUp();
  await button('Click to resend').click();
  await expectText('Verification email has been resent. Please check your inbox.');
  expect(backend.sent('POST', '/auth/v1/resend')[0]?.body).toMatchObject({
    type: 'signup',
    email: 'mary@cuebook.example',
  });
  backend.on('POST', '/auth/v1/resend', fail);
  await button('Click to resend').click();
  await expectText(`Couldn't send it: ${serverFailed}`);
  expect(warn).toHaveBeenCalledWith('The verification mail was not sent again:', serverFailed);
  await page.getByRole('link', { name: 'Go to Sign In' }).click();
  await expect.poll(currentPath).toBe('/signin');
});
