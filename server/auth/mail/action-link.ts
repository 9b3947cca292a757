import type { AuthServices } from '#server/auth/services.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** Returns the URL for a mail. Its origin is the configured site, whatever the Host header says. */
export function actionLink(
  { siteUrl }: AuthServices,
  link: { readonly token: string; readonly type: LinkType; readonly redirectTo: string },
): string {
  const query = new URLSearchParams({
    token: link.token,
    type: link.type,
    redirect_to: link.redirectTo,
  });
  return `${siteUrl}/auth/v1/verify?${query.toString()}`;
}
