import { Landing } from '#web/features/marketing/landing.tsx';
import { techniques } from '#web/features/techniques/techniques.ts';

/** / */
export function Component() {
  return <Landing techniques={techniques} />;
}
