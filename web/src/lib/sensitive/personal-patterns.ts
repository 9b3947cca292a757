import { passesIban, passesLuhn } from './checksums.ts';
import type { SensitivePattern } from './sensitive-pattern.ts';

/** Card and account numbers that manuals use as examples. */
const exampleNumbers: ReadonlySet<string> = new Set([
  '4242424242424242',
  '4111111111111111',
  '4012888888881881',
  '4000056655665556',
  '5555555555554444',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  'DE89370400440532013000',
  'GB82WEST12345698765432',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'CH9300762011623852957',
]);

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** The prefixes of the large card networks, with the lengths of their numbers. */
const cards: readonly (readonly [prefix: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(5[1-5]|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))/, [16]],
  [/^3[47]/, [15]],
  [/^(6011|64[4-9]|65|35(2[89]|[3-8]\d))/, [16, 19]],
  [/^3(0[0-5]|[689])/, [14]],
];

function isCard(found: string): boolean {
  const digits = digitsOf(found);
  return (
    passesLuhn(digits) &&
    !exampleNumbers.has(digits) &&
    cards.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length))
  );
}

const exampleDomain =
  /(^|\.)(example(\.\w+)?|test|invalid|localhost|local)$|^(your|my|the|some)?-?(domain|company|email|mail|site|website|test|business|organi[sz]ation)\.\w+$/i;
const exampleName =
  /^(your|my|the)?[._-]?(e?mail|name|user|username|you|me|someone|somebody|address|firstname|lastname|first\.last|firstname\.lastname|john|jane|(john|jane)[._]?(doe|smith)|abc|xyz|x+)$/i;

function isRealAddress(found: string): boolean {
  const [name = '', domain = ''] = found.split('@');
  return !exampleDomain.test(domain) && !exampleName.test(name);
}

/** Returns false for numbers reserved for fiction and examples: 555, sequences, repeated digits. */
function isRealPhone(found: string): boolean {
  const digits = digitsOf(found);
  return (
    digits.length >= 8 &&
    digits.length <= 15 &&
    new Set(digits).size >= 4 &&
    !/555/.test(digits) &&
    !/1234567|2345678|9876543|0000/.test(digits) &&
    !digits.startsWith('447700900')
  );
}

/** The patterns of data that identifies a person, or serves to reach or charge them. */
export const personalPatterns: readonly SensitivePattern[] = [
  { name: 'Card number', find: /(?<![\d.,-])\d(?:[ -]?\d){12,18}(?![\d-])/g, confirm: isCard },
  {
    name: 'Bank account (IBAN)',
    find: /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g,
    confirm: (found) => {
      const number = found.replaceAll(' ', '');
      return number.length >= 15 && passesIban(number) && !exampleNumbers.has(number);
    },
  },
  {
    name: 'Email address',
    find: /(?<![\p{L}\d_.+%@/:-])[\p{L}\d_.+%-]{1,64}@(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,24}\b/giu,
    confirm: isRealAddress,
  },
  {
    name: 'Phone number',
    find: /(?<![\w+.])\+\d{1,3}(?:[ .\-/]?\(\d{1,4}\))?(?:[ .\-/]?\d){6,12}(?![\d.]\d)/g,
    confirm: isRealPhone,
  },
  {
    name: 'Phone number',
    find: /(?<![\w.+-])(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?![\w-])/g,
    confirm: isRealPhone,
  },
  {
    name: 'Phone number',
    find: /(?<![\w.,+/-])0\d{2,4}(?: ?[/-] ?| )\d{3,4}[ -]?\d{3,5}(?![\w/-]|[.,]\d)/g,
    confirm: isRealPhone,
  },
];
