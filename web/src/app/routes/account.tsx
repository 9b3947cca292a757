import { useEffect } from 'react';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { reloadUser, useUser } from '#web/data/session/session.ts';
import { AppearanceSection } from '#web/features/account/appearance-section.tsx';
import { DangerSection } from '#web/features/account/danger-section.tsx';
import { NotificationsSection } from '#web/features/account/notifications-section.tsx';
import { PasskeysSection } from '#web/features/account/passkeys/passkeys-section.tsx';
import { PasswordSection } from '#web/features/account/password-section.tsx';
import { OpenInSettings } from '#web/features/prompts/open-in/open-in-settings.tsx';
import { PlanSection } from '#web/features/account/plan-section.tsx';
import { ProfileSection } from '#web/features/account/profile-section.tsx';
import { Section } from '#web/features/account/section.tsx';
import { SessionsSection } from '#web/features/account/sessions-section.tsx';
import { TokensSection } from '#web/features/account/tokens/tokens-section.tsx';
import { TwoFactorSection } from '#web/features/account/two-factor-section.tsx';
import { CoachSwitch } from '#web/features/coach/coach-switch.tsx';
import { ExportButton } from '#web/features/export/export-button.tsx';
import { HiddenAuthors } from '#web/features/moderation/hidden-authors.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { requestSignOut } from '../shell/sign-out.ts';

/** /app/account */
export function Component() {
  const user = useUser();

  // The account may have changed elsewhere since sign-in. If the request fails, the cached user
  // stays.
  useEffect(() => {
    reloadUser().catch((reason: unknown) => {
      console.warn('The account was not refetched:', reason);
      if (toDataError(reason).status !== 0) toast.error(messages.auth.userUnreadable);
    });
  }, []);

  return (
    <div className="max-w-[760px]">
      <PageHeader title="Account Settings" back={routes.app} />
      <ProfileSection user={user} />
      <NotificationsSection user={user} />
      <Section title="Hidden authors" text="You don't see their public prompts or comments.">
        <HiddenAuthors />
      </Section>
      <AppearanceSection>
        <CoachSwitch />
      </AppearanceSection>
      <Section title="Open in…" text="Where a prompt's page can open it. Saved on this device.">
        <OpenInSettings />
      </Section>
      <PasswordSection user={user} />
      {runtimeConfig().signIn.passkeys ? <PasskeysSection user={user} /> : null}
      <TwoFactorSection user={user} />
      <SessionsSection user={user} onSignOut={() => void requestSignOut()} />
      <TokensSection userId={user.id} />
      <PlanSection user={user} />
      <Section title="Your data" text="Everything you own, in a file you can open anywhere.">
        <ExportButton />
      </Section>
      <DangerSection user={user} />
    </div>
  );
}
