import { refuse } from '#server/rest/rest-error.ts';
import type { RowRange } from './api-request.ts';

/** Parses `Range: 0-9`, which narrows limit and offset. As in PostgREST, any other form is ignored. */
export function parseRangeHeader(header: string | null): RowRange | null {
  const match = /^(\d+)-(\d+)?$/.exec(header?.trim() ?? '');
  if (match?.[1] === undefined) return null;
  const offset = Math.min(Number(match[1]), Number.MAX_SAFE_INTEGER);
  if (match[2] === undefined) return { offset, limit: null };
  const last = Math.min(Number(match[2]), Number.MAX_SAFE_INTEGER - 1);
  if (last < offset) {
    throw refuse.range(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset, limit: last - offset + 1 };
}

/** Returns the rows that are in both ranges. */
export function intersectRanges(one: RowRange, other: RowRange): RowRange {
  const offset = Math.max(one.offset, other.offset);
  const ends = [one, other].flatMap(({ offset: start, limit }) =>
    limit === null ? [] : [start + limit],
  );
  if (ends.length === 0) return { offset, limit: null };
  return { offset, limit: Math.max(0, Math.min(...ends) - offset) };
}
