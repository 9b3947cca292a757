export { Terms as Component } from '#web/features/marketing/terms.tsx';
