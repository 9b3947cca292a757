export { Credits as Component } from '#web/features/marketing/credits.tsx';
