/**
 * The backdrop under a window. All windows share one z-index, so a later one also dims the earlier
 * one.
 */
export const scrimClass = 'fixed inset-0 z-50 bg-scrim animate-[fade-in_140ms_ease-out]';
