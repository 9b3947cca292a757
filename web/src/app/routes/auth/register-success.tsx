export { RegisterSuccess as Component } from '#web/features/auth/register-success.tsx';
