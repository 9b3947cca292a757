import { CoachCount, CoachRemarks } from '#web/features/coach/coach-remarks.tsx';
import { techniques } from '#web/features/techniques/techniques.ts';

export interface CoachProps {
  readonly content: string;
  readonly as: 'list' | 'count';
}

/** Remarks on a prompt's text, with the techniques that help. Loaded with the first form. */
export function Coach({ content, as }: CoachProps) {
  if (as === 'count') return <CoachCount content={content} />;
  return <CoachRemarks content={content} techniques={techniques} />;
}
