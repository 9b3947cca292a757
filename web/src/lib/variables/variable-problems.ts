import { parseVariables } from '#templating/variables.ts';

/** A place that looks like a variable and isn't one. */
export interface VariableProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

const candidate = /\{\{([^{}\n]*)(\}\})?/g;
/** A name that someone meant; `{{#if}}`, `{{> part}}` and the like are other languages. */
const nameLike = /^[ \t]*(?:[\p{L}\p{N}_][\p{L}\p{M}\p{N} \t_.,'’()&+*/-]*)?$/u;
const typed = /^[ \t]*[\p{L}_][^|:]*\|[ \t]*([\p{L}\p{N}_-]*)/u;

/** Returns what is not closed, has an unknown type, or a name that a variable can't have. */
export function findVariableProblems(text: string): VariableProblem[] {
  const problems: VariableProblem[] = [];
  let offset = 0;
  for (const part of parseVariables(text)) {
    if (part.kind === 'text') {
      for (const match of part.text.matchAll(candidate)) {
        const message = describe(match[1] ?? '', match[2] !== undefined);
        // A third brace belongs to another template language.
        if (message === null || part.text[match.index - 1] === '{') continue;
        const from = offset + match.index;
        problems.push({ from, to: from + match[0].trimEnd().length, message });
      }
    }
    offset += (part.kind === 'text' ? part.text : part.source).length;
  }
  return problems;
}

function describe(inner: string, isClosed: boolean): string | null {
  if (!isClosed) {
    return /^[ \t]*(?:[\p{L}_]|$)/u.test(inner) ? 'This variable has no closing }}.' : null;
  }
  const type = typed.exec(inner)?.[1];
  if (type !== undefined && !['long', 'number', 'choice'].includes(type)) {
    return `“${type}” is no type. Use long, number or choice.`;
  }
  if (!nameLike.test(inner)) return null;
  return inner.trim() === ''
    ? 'This variable has no name.'
    : 'A name starts with a letter, followed by letters, digits, spaces, “_”, “-” or “.”.';
}
