import { Credits } from '#web/features/marketing/credits.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';

/** /credits */
export function Component() {
  return (
    <PublicLayout>
      <Credits />
    </PublicLayout>
  );
}
