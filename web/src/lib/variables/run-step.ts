import * as v from 'valibot';
import { recordOf } from '#web/lib/values/record-of.ts';
import { numberBindingsSchema } from './step-bindings.ts';

/** A step of a run in its row and in an export. */
export const runStepSchema = v.object({
  prompt_id: v.optional(v.nullable(v.string()), null),
  version: v.optional(v.nullable(v.number()), null),
  title: v.optional(v.string(), ''),
  content: v.optional(v.nullable(v.string()), null),
  bindings: v.optional(numberBindingsSchema, {}),
  values: v.optional(recordOf(v.string()), {}),
  text: v.optional(v.nullable(v.string()), null),
  draft: v.optional(v.nullable(v.string()), null),
});
