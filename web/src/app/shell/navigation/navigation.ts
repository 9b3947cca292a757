import {
  CirclePlay,
  Compass,
  Folder,
  GitPullRequestArrow,
  Heart,
  House,
  LayoutTemplate,
  Library,
  Lightbulb,
  ListOrdered,
  MessageSquare,
  Star,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { routes } from '#contract/routes.ts';

export interface NavigationItem {
  readonly title: string;
  /** A path of this site, or a full address. */
  readonly to: string;
  readonly icon: LucideIcon;
  /** Shown, but not a link. */
  readonly disabled?: boolean;
  /** Other paths that mark the item as current. */
  readonly also?: readonly string[];
}

/** Returns all items of the sidebar in order. External links appear only if they are configured. */
export function navigation(links: RuntimeConfig['links']): NavigationItem[] {
  return [
    { title: 'Dashboard', to: routes.app, icon: House, also: [routes.dashboard] },
    { title: 'Library', to: routes.library, icon: Library },
    { title: 'Groups', to: routes.groups, icon: Folder },
    { title: 'Teams', to: routes.teams, icon: Users },
    { title: 'Chains', to: routes.chains, icon: ListOrdered },
    { title: 'Favourites', to: routes.favourites, icon: Star },
    { title: 'Templates', to: routes.templates, icon: LayoutTemplate },
    { title: 'Community', to: routes.community, icon: Compass },
    { title: 'Techniques', to: routes.appTechniques, icon: Lightbulb },
    { title: 'Proposals', to: routes.proposals, icon: GitPullRequestArrow },
    ...external('Tutorial', links.tutorial, CirclePlay),
    { title: 'Why Free?', to: routes.appWhyFree, icon: Heart },
    ...external('Send Feedback', links.feedback, MessageSquare),
  ];
}

function external(title: string, to: string | null, icon: LucideIcon): NavigationItem[] {
  return to === null ? [] : [{ title, to, icon }];
}

export function isExternal(item: NavigationItem): boolean {
  return /^https?:/i.test(item.to);
}

/** Returns the items of the main list: no external videos, no feedback links, no 'Why Free?'. */
export function mainItems(items: readonly NavigationItem[]): NavigationItem[] {
  return items.filter(
    (item) =>
      !isExternal(item) &&
      !item.to.toLowerCase().includes('feedback') &&
      item.title !== 'Why Free?',
  );
}

/** Returns the configured items of the bottom: 'Tutorial', 'Why Free?', 'Send Feedback'. */
export function bottomItems(items: readonly NavigationItem[]): NavigationItem[] {
  const titles = ['Tutorial', 'Why Free?', 'Send Feedback'];
  return titles.flatMap((title) => items.filter((item) => item.title === title));
}

const sections = mainItems(
  navigation({ tutorial: null, feedback: null, contact: null, contactSync: null }),
);

/**
 * Returns the path whose section of the app is shown. A prompt's page belongs to the section it was
 * opened from, or else to its library.
 */
export function sectionOf(path: string, earlierPaths: readonly string[], library: string): string {
  if (!isPromptPage(path)) return path;
  const opener = earlierPaths.find((earlier) => !isPromptPage(earlier)) ?? '';
  const isSection = opener === routes.shared || sections.some((item) => isCurrent(item, opener));
  return isSection ? opener : library;
}

function isPromptPage(path: string): boolean {
  return /^\/app\/(?:library\/prompt|prompts)\//.test(path);
}

/** Returns whether a path is the item's own, or below it. 'Shared with me' has its own entry. */
export function isCurrent(item: Pick<NavigationItem, 'to' | 'also'>, path: string): boolean {
  if (path === routes.shared) return false;
  if (item.to === routes.app && path === routes.app) return true;
  const roots = item.to === routes.app ? [] : [item.to];
  return [...roots, ...(item.also ?? [])].some(
    (root) => path === root || path.startsWith(`${root}/`),
  );
}
