import { Library, UserPlus, Users } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import type { Team } from '#web/data/teams/teams.ts';
import type { NavigationItem } from './navigation.ts';

/** Returns the libraries of a person: their own, those of their teams, and what others share. */
export function libraryItems(teams: readonly Team[]): NavigationItem[] {
  return [
    { title: 'My prompts', to: routes.library, icon: Library },
    ...teams.map(({ id, name }) => ({ title: name, to: routes.team(id), icon: Users })),
    { title: 'Shared with me', to: routes.shared, icon: UserPlus },
  ];
}
