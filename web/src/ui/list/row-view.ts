/** Rows of one line, or of two. */
export const rowViews = ['list', 'roomy'] as const;
export type RowView = (typeof rowViews)[number];

/** The height of a row in the browser's font size: on a phone, and on wider screens. */
const heights: Record<RowView, readonly [phone: number, wide: number]> = {
  list: [3.5, 2.75],
  roomy: [4, 4],
};

/** Returns the height of a row in pixels, which grows with the browser's font size. */
export function rowHeight(view: RowView, isPhone: boolean): number {
  const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return heights[view][isPhone ? 0 : 1] * fontSize;
}
