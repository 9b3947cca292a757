/** What dims the page under a window. */
export const scrimClass = 'fixed inset-0 z-40 bg-scrim animate-[fade-in_140ms_ease-out]';
