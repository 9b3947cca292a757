/**
 * The content area of the shell: at most 1120 px wide, plus padding. On phones it leaves room for
 * the bar at the foot.
 */
export const contentClass =
  'mx-auto w-full max-w-[1184px] px-4 pt-3 pb-24 sm:py-6 sm:px-6 md:px-8 md:py-9';
