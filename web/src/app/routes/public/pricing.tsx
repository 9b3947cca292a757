import { Pricing } from '#web/features/marketing/pricing.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';

/** /pricing */
export function Component() {
  return (
    <PublicLayout>
      <Pricing />
    </PublicLayout>
  );
}
