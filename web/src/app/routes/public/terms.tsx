import { Terms } from '#web/features/marketing/terms.tsx';
import { PublicFrame } from '#web/features/marketing/public-frame.tsx';

/** /terms */
export function Component() {
  return (
    <PublicFrame>
      <Terms />
    </PublicFrame>
  );
}
