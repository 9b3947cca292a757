import { routes } from '#contract/routes.ts';
import { useUser } from '#web/data/session.ts';
import { AppearanceSection } from '#web/features/account/appearance-section.tsx';
import { PasswordSection } from '#web/features/account/password-section.tsx';
import { ProfileSection } from '#web/features/account/profile-section.tsx';
import { SignOutSection } from '#web/features/account/sign-out-section.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** /app/account */
export function Component() {
  const user = useUser();
  return (
    <div className="max-w-[760px]">
      <PageHeader title="Account Settings" back={routes.app} />
      <ProfileSection user={user} />
      <AppearanceSection />
      <PasswordSection email={user.email ?? ''} />
      <SignOutSection />
    </div>
  );
}
