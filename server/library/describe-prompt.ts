import { findVariables, type Variable } from '#templating/variables.ts';
import type { LibraryPrompt } from './library.ts';

/** Returns a prompt as /api/v1 and webhooks show it, without its text. */
export function describePrompt(prompt: LibraryPrompt) {
  const { id, name, title, description, tags, version, label, updatedAt } = prompt;
  return { id, name, title, description, tags, version, label, updated_at: updatedAt };
}

/** Returns a prompt's text and its variables as /api/v1 and webhooks show them. */
export function describeText(text: string) {
  return { text, variables: describeVariables(findVariables(text)) };
}

export function describeVariables(variables: readonly Variable[]) {
  return variables.map(({ name, kind, defaultValue, choices }) => ({
    name,
    type: kind,
    default: defaultValue,
    choices,
  }));
}
