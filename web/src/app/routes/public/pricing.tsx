export { Pricing as Component } from '#web/features/marketing/pricing.tsx';
