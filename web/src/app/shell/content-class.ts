/** The content area of the shell: at most 1120 px wide, plus padding. */
export const contentClass = 'mx-auto w-full max-w-[1184px] px-4 py-6 sm:px-6 md:px-8 md:py-9';
