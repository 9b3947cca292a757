/** The reason for refusing a password, as the auth protocol names it. */
export type WeakPasswordReason = 'length' | 'characters';

/** Kinds of characters that can be required. */
export const characterClasses = ['lower', 'upper', 'digit', 'symbol'] as const;
type CharacterClass = (typeof characterClasses)[number];

/** The configured requirements for new passwords. */
export interface PasswordRules {
  readonly minLength: number;
  readonly required: readonly CharacterClass[];
}

export const defaultPasswordRules: PasswordRules = { minLength: 8, required: ['upper', 'digit'] };

/** A rule that a password breaks, with its message. */
export interface BrokenPasswordRule {
  readonly reason: WeakPasswordReason;
  readonly message: string;
}

const classes: Readonly<Record<CharacterClass, { name: string; pattern: RegExp }>> = {
  lower: { name: 'lowercase letter', pattern: /\p{Ll}/u },
  upper: { name: 'uppercase letter', pattern: /\p{Lu}/u },
  digit: { name: 'number', pattern: /\d/ },
  symbol: { name: 'symbol', pattern: /[^\p{L}\p{N}\s]/u },
};

/** Returns the rules that a password breaks, in the order in which they are shown. */
export function brokenPasswordRules(
  password: string,
  { minLength, required }: PasswordRules,
): readonly BrokenPasswordRule[] {
  const broken: BrokenPasswordRule[] = [];
  if (Array.from(password).length < minLength) {
    const message = `Password must be at least ${minLength} characters long`;
    broken.push({ reason: 'length', message });
  }
  for (const { name, pattern } of sortedClasses(required)) {
    if (pattern.test(password)) continue;
    broken.push({ reason: 'characters', message: `Password must contain at least one ${name}` });
  }
  return broken;
}

/** Returns the rules as one sentence, for the hint of a password field. */
export function passwordHint({ minLength, required }: PasswordRules): string {
  const parts = [
    `At least ${minLength} characters`,
    ...sortedClasses(required).map(({ name }) => `one ${name}`),
  ];
  const last = parts.pop() ?? '';
  return parts.length === 0 ? `${last}.` : `${parts.join(', ')} and ${last}.`;
}

function sortedClasses(required: readonly CharacterClass[]) {
  return characterClasses.filter((name) => required.includes(name)).map((name) => classes[name]);
}
