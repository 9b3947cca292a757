import { parseUrl } from '#web/lib/values/parse-url.ts';
import { createDeviceSetting } from '#web/lib/storage/device-setting.ts';

/** An assistant in which a prompt can be opened. */
export interface OpenTarget {
  readonly id: string;
  readonly name: string;
  /** The address with `{prompt}` in the place of the text; null if none takes a text. */
  readonly pattern: string | null;
  /** The address without a text. */
  readonly home: string;
}

export const knownTargets: readonly OpenTarget[] = [
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    pattern: 'https://chatgpt.com/?q={prompt}',
    home: 'https://chatgpt.com/',
  },
  {
    id: 'claude',
    name: 'Claude',
    pattern: 'https://claude.ai/new?q={prompt}',
    home: 'https://claude.ai/new',
  },
  {
    id: 'perplexity',
    name: 'Perplexity',
    pattern: 'https://www.perplexity.ai/search?q={prompt}',
    home: 'https://www.perplexity.ai/',
  },
  { id: 'gemini', name: 'Gemini', pattern: null, home: 'https://gemini.google.com/app' },
  {
    id: 'cursor',
    name: 'Cursor',
    pattern: 'https://cursor.com/link/prompt?text={prompt}',
    home: 'https://cursor.com/',
  },
];

/** Longer addresses are cut or refused by these sites. */
const maxAddressLength = 8_000;
const placeholder = '{prompt}';

/** Returns the address that opens a text; null if it is too long for one, or there is none. */
export function addressOf({ pattern }: OpenTarget, text: string): string | null {
  if (pattern === null) return null;
  // A half of a surrogate pair can't be encoded.
  const address = pattern.split(placeholder).join(encodeURIComponent(text.toWellFormed()));
  return address.length <= maxAddressLength ? address : null;
}

/** Returns why a pattern can't be used; null if it can. */
export function patternProblem(pattern: string): string | null {
  if (!pattern.includes(placeholder)) return 'Write {prompt} where the text belongs.';
  const url = parseUrl(pattern);
  return url?.protocol === 'https:' || url?.protocol === 'http:'
    ? null
    : 'Enter an address that starts with https:// or http://.';
}

/** Which assistants the menu offers. */
interface OpenSettings {
  readonly hidden: readonly string[];
  /** The user's own pattern; empty for none. */
  readonly ownPattern: string;
}

function parse(stored: string | null): OpenSettings {
  const [hidden = '', ownPattern = ''] = (stored ?? '').split('\n');
  return {
    hidden: hidden.split(' ').filter((id) => id !== ''),
    ownPattern: patternProblem(ownPattern) === null ? ownPattern : '',
  };
}

/** Stored on this device. */
export const openSettings = createDeviceSetting(
  'cuebook.open-in',
  parse,
  ({ hidden, ownPattern }) =>
    hidden.length === 0 && ownPattern === '' ? null : `${hidden.join(' ')}\n${ownPattern}`,
);

/** Returns the assistants that the menu offers. */
export function offeredTargets({ hidden, ownPattern }: OpenSettings): readonly OpenTarget[] {
  const shown = knownTargets.filter(({ id }) => !hidden.includes(id));
  if (ownPattern === '') return shown;
  const { host, origin } = new URL(ownPattern);
  return [...shown, { id: 'own', name: host, pattern: ownPattern, home: origin }];
}
