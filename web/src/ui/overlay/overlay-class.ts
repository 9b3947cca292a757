/** What dims everything under a window, also another one: of what lies at the same height the later is above. */
export const scrimClass = 'fixed inset-0 z-50 bg-scrim animate-[fade-in_140ms_ease-out]';
