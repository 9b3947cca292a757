/**
 * Variables in a prompt's content: `{{name}}`, `{{name:default}}`, and the typed forms
 * `{{name|long}}`, `{{name|number:10}}`, `{{name|choice:formal,friendly}}` (the first choice is the
 * default). A name is letters of any script, digits, spaces, `_`, `-`, `.`, and starts with a
 * letter or `_`. Anything else in double braces, such as the `{{#if}}` of a template language, is
 * ordinary text and stays as it is.
 */
type VariableKind = 'text' | 'long' | 'number' | 'choice';

/** A variable of a prompt, filled in when the prompt is used. */
export interface Variable {
  readonly name: string;
  readonly kind: VariableKind;
  readonly defaultValue: string;
  /** The options of a choice; empty for other kinds. */
  readonly choices: readonly string[];
}

type VariablePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly source: string; readonly variable: Variable };

const pattern =
  /\{\{[ \t]*([\p{L}_][\p{L}\p{M}\p{N}_.-]*(?: [\p{L}\p{M}\p{N}_.-]+)*)[ \t]*(?:\|[ \t]*(long|number|choice)[ \t]*)?(?::((?:[^{}\n]|\{(?!\{)|\}(?!\}))*))?\}\}/gu;

/** Splits a content into text and variables, in order; joined, the parts are the content. */
export function parseVariables(content: string): VariablePart[] {
  const parts: VariablePart[] = [];
  let from = 0;
  for (const match of content.matchAll(pattern)) {
    if (match.index > from) {
      parts.push({ kind: 'text', text: content.slice(from, match.index) });
    }
    const source = match[0];
    parts.push({ kind: 'variable', source, variable: readVariable(match) });
    from = match.index + source.length;
  }
  if (from < content.length) parts.push({ kind: 'text', text: content.slice(from) });
  return parts;
}

/**
 * Returns each variable once, in order of first appearance. A later mention may add the kind or
 * default.
 */
export function findVariables(content: string): Variable[] {
  const found = new Map<string, Variable>();
  for (const part of parseVariables(content)) {
    if (part.kind !== 'variable') continue;
    const earlier = found.get(part.variable.name);
    if (earlier && (earlier.kind !== 'text' || earlier.defaultValue !== '')) continue;
    found.set(part.variable.name, part.variable);
  }
  return [...found.values()];
}

/**
 * Returns whether the variable's kind allows a value. An empty one is always valid: the default
 * replaces it.
 */
export function isValidValue(
  { kind, choices }: Pick<Variable, 'kind' | 'choices'>,
  value: string,
): boolean {
  if (value === '') return true;
  if (kind === 'choice') return choices.length === 0 || choices.includes(value);
  if (kind !== 'number') return true;
  return /^[+-]?(\d[\d ]*)?([.,]\d+)?%?$/.test(value.trim()) && /\d/.test(value);
}

export interface FilledPart {
  readonly text: string;
  readonly state: 'text' | 'filled' | 'empty';
}

/**
 * Fills the variables of a content with `values`, or their defaults, and returns its parts. A
 * variable with neither stays as it is written, and its part is `empty`.
 */
export function fillParts(content: string, values: Readonly<Record<string, string>>): FilledPart[] {
  const defaults = new Map(findVariables(content).map((each) => [each.name, each.defaultValue]));
  return parseVariables(content).map((part) => {
    if (part.kind === 'text') return { text: part.text, state: 'text' };
    const { name, defaultValue } = part.variable;
    const ownValue = Object.hasOwn(values, name) ? values[name] : undefined;
    const value = ownValue || defaultValue || defaults.get(name) || '';
    return value === '' ? { text: part.source, state: 'empty' } : { text: value, state: 'filled' };
  });
}

/** Returns the content with values filled in, as it is copied. */
export function fillVariables(content: string, values: Readonly<Record<string, string>>): string {
  return fillParts(content, values)
    .map((part) => part.text)
    .join('');
}

/**
 * Replaces the variables that have a value, and leaves the others as they are written. Values are
 * not read again: a variable in one stays.
 */
export function bindVariables(text: string, values: Readonly<Record<string, string>>): string {
  if (Object.keys(values).length === 0) return text;
  return parseVariables(text)
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const { name } = part.variable;
      return Object.hasOwn(values, name) ? values[name] : part.source;
    })
    .join('');
}

function readVariable(match: RegExpExecArray): Variable {
  const name = match[1] ?? '';
  const rest = (match[3] ?? '').trim();
  if (match[2] !== 'choice') {
    const kind = match[2] === 'long' || match[2] === 'number' ? match[2] : 'text';
    return { name, kind, defaultValue: rest, choices: [] };
  }
  const choices = rest
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
  return { name, kind: 'choice', defaultValue: choices[0] ?? '', choices };
}
