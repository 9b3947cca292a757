import { avatarPath } from '#contract/avatars.ts';
import { messages } from '#contract/messages.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';

/** Returns the full URL of a generated avatar: this server's, or that of the configured source. */
export function generatedAvatarUrl(style: string, seed: string): string {
  const { avatarSource } = runtimeConfig();
  if (avatarSource === null) return location.origin + avatarPath(style, seed);
  return avatarSource.replaceAll('{style}', style).replaceAll('{seed}', encodeURIComponent(seed));
}

/** Returns why a URL can't be an avatar; null if it can. */
export function avatarUrlProblem(url: string): string | null {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? null : messages.avatars.invalidUrl;
}
