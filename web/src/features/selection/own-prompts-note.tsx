import type { ReactNode } from 'react';
import type { useOwnPrompts } from './use-own-prompts.ts';

interface OwnPromptsNoteProps {
  readonly own: ReturnType<typeof useOwnPrompts>;
  /** The consequence for the person's own prompts. */
  readonly children: ReactNode;
}

/** Says which of the selected prompts are left out and why, and what follows for the others. */
export function OwnPromptsNote({ own, children }: OwnPromptsNoteProps) {
  return (
    <>
      {own.note === null ? null : <p className="mb-3">{own.note}</p>}
      {own.ids.length === 0 ? null : children}
    </>
  );
}
