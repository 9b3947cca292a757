import { CoachRemarks } from '#web/features/coach/coach-remarks.tsx';
import { techniques } from '#web/features/techniques/techniques.ts';

/** Remarks on a prompt's text, with the techniques that help. Loaded with the first form. */
export function Coach({ content }: { readonly content: string }) {
  return <CoachRemarks content={content} techniques={techniques} />;
}
