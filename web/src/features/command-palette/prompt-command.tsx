import { routes } from '#contract/routes.ts';
import type { UsedPrompt } from '#web/data/prompts/lists/last-used.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import type { Command } from '#web/ui/overlay/command/command.ts';

/** The most prompts of a group in the palette; the pages of libraries and teams show the rest. */
export const maxPrompts = 6;

/** The actions of the palette's commands. */
export interface CommandContext {
  readonly openPath: (path: string) => void;
  /** Returns what can be done with a prompt besides opening it. */
  readonly promptActions: (prompt: UsedPrompt) => Pick<Command, 'runInstead' | 'actions'>;
}

/** Returns the command that opens a prompt. */
export function promptCommand(
  prompt: UsedPrompt,
  { openPath, promptActions }: CommandContext,
): Command {
  const { id, title, icon, groupId } = prompt;
  return {
    id: `prompt-${id}`,
    label: title,
    icon: <PromptIcon icon={icon} title={title} groupId={groupId} small />,
    run: () => openPath(routes.prompt(id)),
    ...promptActions(prompt),
  };
}

/** Returns the command that opens a prompt of a search, with the passage that matched. */
export function matchCommand(prompt: PromptSummary, hint: string | null, context: CommandContext) {
  const { description, preview, excerpt } = prompt;
  return {
    ...promptCommand(prompt, context),
    detail: <MarkedExcerpt description={description} preview={preview} excerpt={excerpt} />,
    hint: hint ?? undefined,
  };
}
