import { Credits } from '#web/features/marketing/credits.tsx';
import { PublicFrame } from '#web/features/marketing/public-frame.tsx';

/** /credits */
export function Component() {
  return (
    <PublicFrame>
      <Credits />
    </PublicFrame>
  );
}
