import { describe, expect, it } from 'vitest';
import { checkConfig } from './check-config.ts';
import { ConfigError, isReachedByOthers, listensOnLoopback, readConfig } from './config.ts';

describe('readConfig', () => {
  it('accepts an empty environment', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      SITE_URL: null,
      CONFIRM_EMAIL: true,
      API_SCHEMAS: ['public'],
      REDIRECT_URLS: [],
    });
  });

  it('returns a frozen object', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  it('treats blank values as unset, and trims', () => {
    expect(readConfig({ PORT: ' ', SITE_URL: ' https://a.example/ ' })).toMatchObject({
      PORT: 3000,
      SITE_URL: 'https://a.example',
    });
  });

  it.each([
    [{ PORT: '70000' }, 'PORT must be at most 65535'],
    [{ PORT: 'http' }, 'PORT must be a whole number'],
    [{ CONFIRM_EMAIL: 'maybe' }, 'CONFIRM_EMAIL must be on or off'],
    [{ SITE_URL: 'prompts.example.com' }, 'SITE_URL must be an address starting with http://'],
    [{ DATABASE_URL: 'mysql://a/b' }, 'DATABASE_URL must be an address starting with postgres://'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must name a mail server'],
    [{ API_SCHEMAS: ' , ' }, 'API_SCHEMAS must name at least one schema'],
    [{ TRUSTED_PROXIES: '10.0.0.1, nearby' }, 'TRUSTED_PROXIES must list network addresses'],
    [{ REDIRECT_URLS: 'javascript://a' }, 'REDIRECT_URLS must list addresses such as https://'],
    [{ REDIRECT_URLS: 'app.example.com' }, 'REDIRECT_URLS must list addresses such as https://'],
    [{ OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER must start with https://'],
    [{ PASSWORD_MIN_LENGTH: '5' }, 'PASSWORD_MIN_LENGTH must be at least 6'],
    [{ PASSWORD_MIN_LENGTH: '73' }, 'PASSWORD_MIN_LENGTH must be at most 72'],
    [{ PASSWORD_REQUIRED: 'upper,emoji' }, 'PASSWORD_REQUIRED must list some of lower, upper,'],
    [{ SIGN_UP: 'no' }, 'SIGN_UP must be on or off'],
    [{ LIMIT_SIGN_INS: '0' }, 'LIMIT_SIGN_INS must be at least 1'],
    [{ MAIL_PAUSE_SECONDS: '1m' }, 'MAIL_PAUSE_SECONDS must be a whole number'],
    [{ CORS_ORIGINS: 'https://a.example/' }, 'CORS_ORIGINS must list origins such as'],
    [{ CORS_ORIGINS: 'a.example' }, 'CORS_ORIGINS must list origins such as'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be debug, info, warn or error'],
  ])('refuses %o in one sentence', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  it('does not show a secret that it refuses', () => {
    expect(() => readConfig({ JWT_SECRET: 'hunter2' })).not.toThrow('hunter2');
    expect(() => readConfig({ SMTP_URL: 'http://user:hunter2@mail' })).not.toThrow('hunter2');
  });
});

it('takes lists of addresses', () => {
  const lists = {
    TRUSTED_PROXIES: '10.0.0.1, ::1',
    REDIRECT_URLS: 'https://*.example.com/**, cuebook://callback',
  };
  expect(readConfig(lists)).toMatchObject({
    TRUSTED_PROXIES: ['10.0.0.1', '::1'],
    REDIRECT_URLS: ['https://*.example.com/**', 'cuebook://callback'],
  });
});

describe('checkConfig with an address that others can reach', () => {
  it.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.5', false],
  ])('%s on loopback: %s', (HOST, expected) => {
    expect(listensOnLoopback(readConfig({ HOST }))).toBe(expected);
  });

  it('needs a mail server, or confirmation switched off', () => {
    expect(() => checkConfig(readConfig({ HOST: '0.0.0.0' }))).toThrow('SMTP_URL');
    const off = readConfig({ HOST: '0.0.0.0', CONFIRM_EMAIL: 'off' });
    expect(() => checkConfig(off)).not.toThrow();
  });

  it.each([
    ['https://prompts.example', true],
    ['http://localhost:3000', false],
    ['http://[::1]:3000', false],
    ['http://127.0.0.1', false],
  ])('SITE_URL %s behind a proxy on this machine: %s', (SITE_URL, expected) => {
    expect(isReachedByOthers(readConfig({ SITE_URL }))).toBe(expected);
  });

  it('behind a proxy needs a mail server, too', () => {
    const SITE_URL = 'https://prompts.example';
    expect(() => checkConfig(readConfig({ SITE_URL }))).toThrow(
      'SITE_URL lets others reach the server',
    );
    const mailed = readConfig({ SITE_URL, SMTP_URL: 'smtp://mail.example' });
    expect(() => checkConfig(mailed)).not.toThrow();
    expect(() => checkConfig(readConfig({ SITE_URL: 'http://localhost' }))).not.toThrow();
  });

  it('needs its public address once it sends mail', () => {
    const mailed = { HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' };
    expect(() => checkConfig(readConfig(mailed))).toThrow('SITE_URL');
    const named = readConfig({ ...mailed, SITE_URL: 'https://prompts.example' });
    expect(() => checkConfig(named)).not.toThrow();
  });

  it('checkConfig names missing settings of payments, and shows no secret', () => {
    const secret = { PAYMENT_SECRET_KEY: 'sk_1', PAYMENT_WEBHOOK_SECRET: 'whsec_1' };
    expect(() => checkConfig(readConfig({}))).not.toThrow();
    expect(() => checkConfig(readConfig({ PAYMENTS: 'on', ...secret }))).toThrow(
      'PAYMENTS is on, but PAYMENT_PRICE_ID is not set.',
    );
    const whole = readConfig({ PAYMENTS: 'on', PAYMENT_PRICE_ID: 'price_1', ...secret });
    expect(() => checkConfig(whole)).not.toThrow();
    expect(() => readConfig({ PAYMENT_API_URL: 'api' })).toThrow('PAYMENT_API_URL');
  });

  it('checkConfig names missing settings of S3, and shows no secret', () => {
    const keys = { STORAGE_S3_ACCESS_KEY: 'a', STORAGE_S3_SECRET_KEY: 's' };
    expect(() => checkConfig(readConfig({}))).not.toThrow();
    expect(() => checkConfig(readConfig(keys))).toThrow(
      'Files are to be stored with S3, but STORAGE_S3_ENDPOINT, STORAGE_S3_BUCKET is not set.',
    );
    const place = { STORAGE_S3_ENDPOINT: 'https://s3.example.com', STORAGE_S3_BUCKET: 'b' };
    expect(() => checkConfig(readConfig({ ...keys, ...place }))).not.toThrow();
  });

  it('AVATARS_URL must contain {style} and {seed}', () => {
    expect(() => readConfig({ AVATARS_URL: 'https://example.com/a.svg' })).toThrow('{style}');
    const AVATARS_URL = 'https://example.com/{style}/svg?seed={seed}';
    expect(readConfig({ AVATARS_URL }).AVATARS_URL).toBe(AVATARS_URL);
  });
});
