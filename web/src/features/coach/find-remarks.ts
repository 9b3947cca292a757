import { readProse } from './read-prose.ts';
import { remarkKinds, rules, type RemarkKind } from './rules.ts';

/** A remark on a prompt's text. */
export interface Remark {
  readonly kind: RemarkKind;
  /** The id of the technique that helps. */
  readonly technique: string;
  /** One sentence that says what was found. */
  readonly text: string;
}

/** Returns the remarks on a text, the most certain first. */
export function findRemarks(text: string): Remark[] {
  const prose = readProse(text);
  if (prose === null) return [];
  return remarkKinds.flatMap((kind) => {
    const { technique, find } = rules[kind];
    const found = find(prose);
    return found === null ? [] : [{ kind, technique, text: found }];
  });
}
