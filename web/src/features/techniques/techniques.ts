import { basics } from './basics.ts';
import { refinements } from './refinements.ts';
import type { Technique } from './technique.ts';

/** All twenty techniques in their order. */
export const techniques: readonly Technique[] = [...basics, ...refinements];
