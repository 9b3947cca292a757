import type { RightsRow } from './rights-row.ts';
import { chains } from './rows/chains.ts';
import { groups } from './rows/groups.ts';
import { internals } from './rows/internals.ts';
import { partsOfPrompts } from './rows/parts-of-prompts.ts';
import { people } from './rows/people.ts';
import { prompts } from './rows/prompts.ts';
import { proposals } from './rows/proposals.ts';
import { shares } from './rows/shares.ts';
import { teams } from './rows/teams.ts';

/** The rows of every topic. */
export const rights: readonly RightsRow[] = [
  ...teams,
  ...shares,
  ...groups,
  ...prompts,
  ...partsOfPrompts,
  ...chains,
  ...people,
  ...proposals,
  ...internals,
];
