export { Landing as Component } from '#web/features/marketing/landing.tsx';
