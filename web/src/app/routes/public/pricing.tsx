import { Pricing } from '#web/features/marketing/pricing.tsx';
import { PublicFrame } from '#web/features/marketing/public-frame.tsx';

/** /pricing */
export function Component() {
  return (
    <PublicFrame>
      <Pricing />
    </PublicFrame>
  );
}
