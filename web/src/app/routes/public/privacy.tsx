import { Privacy } from '#web/features/marketing/privacy.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';

/** /privacy */
export function Component() {
  return (
    <PublicLayout>
      <Privacy />
    </PublicLayout>
  );
}
