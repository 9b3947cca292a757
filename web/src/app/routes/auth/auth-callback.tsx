export { AuthCallback as Component } from '#web/features/auth/auth-callback.tsx';
