export { Privacy as Component } from '#web/features/marketing/privacy.tsx';
