import { basics } from './basics.ts';
import { refinements } from './refinements.ts';
import type { Technique } from './technique.ts';

/** All twenty, in the order in which they are taught. */
export const techniques: readonly Technique[] = [...basics, ...refinements];
