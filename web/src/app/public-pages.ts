import type { ComponentType } from 'react';
import type { PublicPageInfo } from '#contract/public-pages.ts';
import { routes } from '#contract/routes.ts';
import { Component as Credits } from './routes/public/credits.tsx';
import { Component as Landing } from './routes/public/landing.tsx';
import { Component as Pricing } from './routes/public/pricing.tsx';
import { Component as Privacy } from './routes/public/privacy.tsx';
import { Component as Techniques } from './routes/public/techniques.tsx';
import { Component as Terms } from './routes/public/terms.tsx';
import { Component as WhyFree } from './routes/public/why-free.tsx';

/** A page that is rendered before any script runs. */
export interface PublicPage extends PublicPageInfo {
  readonly Component: ComponentType;
  /** Whether the app's script adds to the page. Without it, the page is complete but static. */
  readonly needsScript?: boolean;
}

export const publicPages: readonly PublicPage[] = [
  {
    path: routes.landing,
    title: null,
    tagline: 'every prompt you write, remembered',
    description:
      'A prompt book for people who work with AI: write a prompt once, fill it in wherever you need it, and keep every version of it. Free, with no limit.',
    Component: Landing,
  },
  {
    path: routes.techniques,
    title: 'Techniques',
    description:
      'Twenty ways to write a prompt, from zero-shot to critical thinking, each with a worked example and the reason it works.',
    Component: Techniques,
    needsScript: true,
  },
  {
    path: routes.whyFree,
    title: 'Why Free?',
    description:
      'Why every feature is free, with no limit on prompts, and how we make money instead.',
    Component: WhyFree,
  },
  {
    path: routes.pricing,
    title: 'Pricing',
    description:
      'One plan with everything in it: $39 per year, less than $0.11 per day. Currently free.',
    Component: Pricing,
  },
  {
    path: routes.privacy,
    title: 'Privacy',
    description: 'What is stored about you, who can see it, and how to take it with you.',
    Component: Privacy,
  },
  {
    path: routes.terms,
    title: 'Terms',
    description: 'What you and the people who run this site can expect from each other.',
    Component: Terms,
  },
  {
    path: routes.credits,
    title: 'Credits',
    description: 'Who made the avatars, fonts and icons used here, and under which licences.',
    Component: Credits,
  },
];
