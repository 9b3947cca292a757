/* Sizes and ids of the benchmark's data. The prefix of an id shows what it identifies. */
export const peopleCount = 1_000;
export const promptCount = 100_000;

/** Formats a number for an id. wrk's script and pgbench's SQL format it the same way. */
export function idDigits(number: number): string {
  return String(number).padStart(12, '0');
}

export const personIdPrefix = '0be00000-0000-4000-8000-';
export const promptIdPrefix = '0be10000-0000-4000-8000-';
const groupIdPrefix = '0be20000-0000-4000-8000-';
export const sessionIdPrefix = '0be30000-0000-4000-8000-';

/** 1 … {@link peopleCount} */
export const personId = (number: number) => personIdPrefix + idDigits(number);
/** 0 … {@link promptCount} - 1 */
export const promptId = (number: number) => promptIdPrefix + idDigits(number);
export const groupId = (number: number) => groupIdPrefix + idDigits(number);

/** Returns a prompt's owner. Owners alternate, as if a thousand people wrote at the same time. */
export function ownerOf(prompt: number): number {
  return 1 + (prompt % peopleCount);
}

export function emailOf(person: number): string {
  return `person-${idDigits(person)}@bench.example`;
}
