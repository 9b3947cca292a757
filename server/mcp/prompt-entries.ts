import type { Prompt, PromptArgument, Resource } from '@modelcontextprotocol/server';
import type { Variable } from '#templating/variables.ts';
import type { ListedPrompt } from './prompt-set.ts';

const scheme = 'cuebook://prompt/';
export const promptUriTemplate = `${scheme}{reference}`;
export const textType = 'text/markdown';

/** Returns a prompt as `prompts/list` shows it. */
export function toPromptEntry(
  { name, title, description, variables }: ListedPrompt,
  hasArguments: boolean,
): Prompt {
  const shown = hasArguments && variables.length > 0;
  return { name, title, description, ...(shown ? { arguments: variables.map(toArgument) } : {}) };
}

/** Returns a prompt as `resources/list` shows it. */
export function toResourceEntry({
  id,
  name,
  title,
  description,
  updatedAt,
}: ListedPrompt): Resource {
  return {
    uri: `${scheme}${id}`,
    name,
    title,
    description,
    mimeType: textType,
    annotations: { lastModified: updatedAt },
  };
}

/** Returns the reference in a URI; null if it isn't one of a prompt. */
export function referenceOfUri(uri: string): string | null {
  if (!uri.startsWith(scheme)) return null;
  try {
    return decodeURIComponent(uri.slice(scheme.length));
  } catch {
    return null;
  }
}

function toArgument(variable: Variable): PromptArgument {
  const { name, defaultValue } = variable;
  return { name, description: describeVariable(variable), required: defaultValue === '' };
}

function describeVariable({ name, kind, defaultValue, choices }: Variable): string {
  const what = {
    text: `Text for ${name}.`,
    long: `Text for ${name}, of any length.`,
    number: `A number for ${name}.`,
    choice: `One of: ${choices.join(', ')}.`,
  }[kind];
  return defaultValue === '' ? what : `${what} Default: ${defaultValue}`;
}
