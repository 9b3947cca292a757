import * as v from 'valibot';
import { readRecord } from '#web/lib/storage/device-records.ts';
import { draftKeys } from './drafts.ts';

const newPromptSchema = v.object({ promptId: v.string() });

/** Returns the ids that the new prompts among the drafts will get. */
export function promptIdsOfDrafts(userId: string): ReadonlySet<string> {
  function parse(stored: unknown): string | undefined {
    const result = v.safeParse(newPromptSchema, stored);
    return result.success ? result.output.promptId : undefined;
  }
  return new Set(draftKeys(userId).flatMap((key) => readRecord(key, parse) ?? []));
}
