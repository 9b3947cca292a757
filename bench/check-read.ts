import { personId } from './people.ts';
import { sample } from './operations.ts';

function isPrompt(value: unknown): value is { user_id: string; created_at: string } {
  return (
    typeof value === 'object' && value !== null && 'created_at' in value && 'favorites' in value
  );
}

/** The read must give the sample person's newest twenty, with favourites, newest first. */
export function checkRead(answer: unknown): void {
  const rows: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const found = rows.filter(isPrompt);
  const owner = personId(sample.person);
  const ordered = found.every(({ created_at }, index) => {
    return index === 0 || created_at <= (found[index - 1]?.created_at ?? '');
  });
  if (found.length !== 20 || !ordered || found.some(({ user_id }) => user_id !== owner)) {
    throw new Error(`The read gave ${rows.length} rows that are not the newest 20 of its person.`);
  }
}
