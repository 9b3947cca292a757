import { Privacy } from '#web/features/marketing/privacy.tsx';
import { PublicFrame } from '#web/features/marketing/public-frame.tsx';

/** /privacy */
export function Component() {
  return (
    <PublicFrame>
      <Privacy />
    </PublicFrame>
  );
}
