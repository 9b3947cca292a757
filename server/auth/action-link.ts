import type { AuthServices } from './services.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** The address in a mail: it starts with the configured site, whatever a request said. */
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
