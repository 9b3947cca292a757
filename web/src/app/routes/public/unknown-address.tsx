import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { NotFound } from '#web/app/not-found.tsx';

/** Any unknown address outside the app. */
export function Component() {
  return (
    <PublicLayout>
      <NotFound />
    </PublicLayout>
  );
}
