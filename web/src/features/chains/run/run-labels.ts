import * as v from 'valibot';

/** What a draft keeps of the step that is running. */
export const runDraftSchema = v.object({
  values: v.record(v.string(), v.string()),
  answer: v.string(),
});
