import { parseVariables, type Variable } from '#templating/variables.ts';

/** Writes a variable as it stands in a text: `{{name}}`, `{{name:default}}`, `{{name|type:…}}`. */
function formatVariable({ name, kind, defaultValue, choices }: Variable): string {
  const rest = kind === 'choice' ? choices.join(', ') : defaultValue;
  return `{{${name}${kind === 'text' ? '' : `|${kind}`}${rest === '' ? '' : `:${rest}`}}}`;
}

/**
 * Returns the content with a variable changed. All its mentions get the new name; type and default
 * are written where they stand today, or at the first mention.
 */
export function rewriteVariable(content: string, name: string, next: Variable): string {
  const parts = parseVariables(content);
  const mentions = parts.flatMap((part) =>
    part.kind === 'variable' && part.variable.name === name ? [part] : [],
  );
  const defining =
    mentions.find(({ variable }) => variable.kind !== 'text' || variable.defaultValue !== '') ??
    mentions[0];
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part === defining) return formatVariable(next);
      if (part.variable.name !== name || next.name === name) return part.source;
      return formatVariable({ ...part.variable, name: next.name });
    })
    .join('');
}

/** Returns a text as a default or choice can contain it: in one line, and without double braces. */
export function cleanDefault(typed: string): string {
  return typed
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/(\{|\})\1+/g, '$1')
    .replace(/\}+$/, '')
    .trim();
}

/** Returns whether a text can be the name of a variable. */
export function isVariableName(typed: string): boolean {
  const [part, ...others] = parseVariables(`{{${typed}}}`);
  return others.length === 0 && part?.kind === 'variable' && part.variable.name === typed;
}
