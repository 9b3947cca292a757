import { personId } from './seed-ids.ts';
import { sample } from './operations.ts';

function isPrompt(value: unknown): value is { user_id: string; created_at: string } {
  return (
    typeof value === 'object' && value !== null && 'created_at' in value && 'favorites' in value
  );
}

/** Throws unless the rows are the sample person's newest 20 with favourites, newest first. */
export function checkRead(body: unknown): void {
  const rows: readonly unknown[] = Array.isArray(body) ? body : [];
  const prompts = rows.filter(isPrompt);
  const owner = personId(sample.person);
  const isOrdered = prompts.every(({ created_at }, index) => {
    return index === 0 || created_at <= (prompts[index - 1]?.created_at ?? '');
  });
  if (prompts.length !== 20 || !isOrdered || prompts.some(({ user_id }) => user_id !== owner)) {
    throw new Error(`The read returned ${rows.length} rows that are not its person's newest 20.`);
  }
}
