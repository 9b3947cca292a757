import { Terms } from '#web/features/marketing/terms.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';

/** /terms */
export function Component() {
  return (
    <PublicLayout>
      <Terms />
    </PublicLayout>
  );
}
