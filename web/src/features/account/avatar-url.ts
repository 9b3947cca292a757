import { avatarPath } from '#contract/avatars.ts';
import { messages } from '#contract/messages.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';

/** The full address of a drawn picture: here, or where the installation's configuration says. */
export function drawnAvatar(style: string, seed: string): string {
  const { avatarSource } = runtimeConfig();
  if (avatarSource === null) return location.origin + avatarPath(style, seed);
  return avatarSource.replaceAll('{style}', style).replaceAll('{seed}', encodeURIComponent(seed));
}

/** Why an address cannot be a picture's; null when it can. */
export function avatarUrlProblem(url: string): string | null {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? null : messages.avatars.invalidUrl;
}
