import { lazy, Suspense, type ComponentType } from 'react';

/** A coach that couldn't be loaded is missing; the form goes on without it. */
const Coach = lazy(async (): Promise<{ default: ComponentType<{ content: string }> }> => {
  try {
    return { default: (await import('./coach.tsx')).Coach };
  } catch {
    return { default: () => null };
  }
});

/** Renders remarks on a prompt's text once their code has loaded. */
export function renderCoach(content: string) {
  return (
    <Suspense fallback={null}>
      <Coach content={content} />
    </Suspense>
  );
}
