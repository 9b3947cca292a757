import { PublicFrame } from '#web/features/marketing/public-frame.tsx';
import { NotFound } from '#web/app/not-found.tsx';

/** Every address outside the app that is none of ours. */
export function Component() {
  return (
    <PublicFrame>
      <NotFound />
    </PublicFrame>
  );
}
