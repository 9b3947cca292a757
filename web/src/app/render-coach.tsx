import { lazy, Suspense, type ComponentType } from 'react';
import type { CoachProps } from './coach.tsx';

/** A coach that couldn't be loaded is missing; the form goes on without it. */
const Coach = lazy(async (): Promise<{ default: ComponentType<CoachProps> }> => {
  try {
    return { default: (await import('./coach.tsx')).Coach };
  } catch {
    return { default: () => null };
  }
});

/** Renders remarks on a prompt's text, or their number, once their code has loaded. */
export function renderCoach(content: string, as: CoachProps['as']) {
  return (
    <Suspense fallback={null}>
      <Coach content={content} as={as} />
    </Suspense>
  );
}
