import type { SensitivePattern } from './sensitive-pattern.ts';

/** Placeholders for the reader's own secret. */
const placeholder =
  /^(your|my|the|some)[-_]?|x{4,}|\*{3,}|\.{3,}|…|[<>{}[\]$]|example|placeholder|change[-_]?me|secret$|^password|^pass(word)?\d*$|token$|key$|here$|env\b|process\.|none|null|undefined|true|false/i;

function isPlaceholder(value: string): boolean {
  return placeholder.test(value);
}

/** Whether a value looks random: letters and digits, not hyphenated words. */
function looksRandom(value: string): boolean {
  const digits = value.match(/\d/g)?.length ?? 0;
  return digits >= 2 && /[a-z]/i.test(value) && new Set(value).size >= 8;
}

/** Whether a value looks like a chosen password: three kinds of characters, or long and random. */
function looksLikePassword(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].filter((kind) => kind.test(value)).length;
  return kinds >= 3 || (value.length >= 16 && looksRandom(value));
}

/** Formats of secrets as their issuers publish them, and secrets that follow a label. */
export const secretPatterns: readonly SensitivePattern[] = [
  {
    name: 'Private key',
    find: /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:[\w+/=\s:,.]{0,8000}-----END [A-Z0-9 ]{1,40}-----)?/g,
  },
  { name: 'AWS access key', find: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { name: 'GitHub token', find: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{60,255})\b/g },
  { name: 'GitLab token', find: /\bglpat-[\w-]{20,64}/g },
  {
    name: 'API key',
    find: /\bsk-[A-Za-z0-9_-]{20,200}/g,
    confirm: (found) => looksRandom(found) && !isPlaceholder(found.slice(3)),
  },
  { name: 'Google API key', find: /\bAIza[\w-]{35}/g },
  { name: 'Google client secret', find: /\bGOCSPX-[\w-]{28}/g },
  { name: 'Slack token', find: /\bxox[abeoprs]-[A-Za-z0-9-]{10,200}/g, confirm: looksRandom },
  {
    name: 'Slack webhook',
    find: /\bhooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/[A-Za-z0-9]{16,}/g,
  },
  { name: 'Stripe key', find: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}/g, confirm: looksRandom },
  { name: 'npm token', find: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'PyPI token', find: /\bpypi-AgEI[\w-]{50,}/g },
  { name: 'SendGrid key', find: /\bSG\.[\w-]{22}\.[\w-]{43}/g },
  { name: 'Hugging Face token', find: /\bhf_[A-Za-z0-9]{30,64}\b/g },
  { name: 'Supabase secret key', find: /\bsb_secret_[\w-]{20,}/g },
  { name: 'Telegram bot token', find: /\b\d{8,10}:AA[\w-]{32,34}/g },
  { name: 'Access token (JWT)', find: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g },
  {
    name: 'Address with a password',
    find: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"]{1,100}:[^\s/@'"]{3,100}@[\w.-]+/gi,
    confirm: (found) => {
      const password = found.slice(
        found.indexOf(':', found.indexOf('://') + 3) + 1,
        found.lastIndexOf('@'),
      );
      return !isPlaceholder(password);
    },
  },
  {
    name: 'Password or key',
    find: /\b(?:pass(?:word|wd|phrase)|pwd|secret|(?:api|access|auth|private|secret|client)[ _-]?(?:key|token|secret)|token|bearer)\b["'`]?(?: is|\s?[:=]|\s?=>)\s?["'`]?([^\s"'`,;]{8,200})/gi,
    group: 1,
    confirm: (found) =>
      looksLikePassword(found) &&
      !isPlaceholder(found) &&
      !/^(https?:|\()|\($|[a-z]\(/i.test(found),
  },
];
