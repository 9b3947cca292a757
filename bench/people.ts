/** Who and what the benchmark's data consists of; ids say which they are. */
export const people = 1_000;
export const prompts = 100_000;

/** How a number stands in an id: the same in this process, in wrk's script and in pgbench's SQL. */
export function digits(number: number): string {
  return String(number).padStart(12, '0');
}

/** What stands before the digits. */
export const personPrefix = '0be00000-0000-4000-8000-';
export const promptPrefix = '0be10000-0000-4000-8000-';
const groupPrefix = '0be20000-0000-4000-8000-';
export const sessionPrefix = '0be30000-0000-4000-8000-';

/** 1 … {@link people} */
export const personId = (number: number) => personPrefix + digits(number);
/** 0 … {@link prompts} - 1 */
export const promptId = (number: number) => promptPrefix + digits(number);
export const groupId = (number: number) => groupPrefix + digits(number);

/** The prompts of a person lie apart, as they do when a thousand people write at the same time. */
export function ownerOf(prompt: number): number {
  return 1 + (prompt % people);
}

export function emailOf(person: number): string {
  return `person-${digits(person)}@bench.example`;
}
