import type { ComponentType } from 'react';
import type { PageContent, PublicPageInfo, PublicPageRequest } from '#contract/public-pages.ts';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { Credits } from '#web/features/marketing/credits.tsx';
import { Pricing } from '#web/features/marketing/pricing.tsx';
import { Privacy } from '#web/features/marketing/privacy.tsx';
import { Terms } from '#web/features/marketing/terms.tsx';
import { cutText } from '#web/lib/text/cut-text.ts';
import { Explore } from './routes/public/explore.tsx';
import { Component as Landing } from './routes/public/landing.tsx';
import { PublicPrompt } from './routes/public/public-prompt.tsx';
import { PublicTemplates } from './routes/public/public-templates.tsx';
import { MissingPrompt, Unavailable } from './routes/public/public-problems.tsx';
import { Component as Techniques } from './routes/public/techniques.tsx';
import { Component as WhyFree } from './routes/public/why-free.tsx';

/** A page that the server renders whole. It needs no script. */
interface PublicPage extends PublicPageInfo {
  readonly Component: ComponentType;
}

/** A page with prompts of the database. */
interface LivePage extends Omit<PublicPage, 'path'> {
  readonly image?: string;
  readonly isUnlisted?: boolean;
}

const explore = {
  title: 'Explore',
  description:
    'Prompts that people have made public: read them, fill them in, copy them, and keep the ones you like. No account needed.',
};
const templates = {
  title: 'Templates',
  description:
    'Prompts to start from, from analytics to operations: read one, fill it in and copy it. No account needed.',
};

/** Returns the page that shows some content of the database. */
export function livePage(content: PageContent, { path }: PublicPageRequest): LivePage {
  switch (content.kind) {
    case 'prompt': {
      const { prompt } = content;
      return {
        title: prompt.title.replaceAll(/\s+/g, ' '),
        description: cutText(
          prompt.description.trim() || prompt.content.replaceAll(/\{\{>[^{}]*\}\}/g, '…'),
          200,
        ),
        image: routes.promptImage(prompt.id),
        Component: () => <PublicPrompt prompt={prompt} />,
      };
    }
    case 'explore':
      // Later pages and searches change with every new prompt.
      return {
        ...explore,
        isUnlisted: content.isContinued || content.query !== '',
        Component: () => <Explore {...content} />,
      };
    case 'templates':
      return {
        ...templates,
        Component: () => <PublicTemplates templates={content.templates} />,
      };
    case 'missing':
      return {
        title: messages.prompts.notFound,
        description: '',
        isUnlisted: true,
        Component: MissingPrompt,
      };
    case 'unavailable':
      return {
        title: 'Not available',
        description: '',
        isUnlisted: true,
        Component: () => <Unavailable path={path} />,
      };
  }
}

/** The pages that are the same for everybody until the next build, and those with prompts. */
export const publicPages: readonly PublicPage[] = [
  {
    path: routes.landing,
    title: null,
    tagline: 'every prompt you write, remembered',
    description:
      'A prompt book for people who work with AI: write a prompt once, fill it in wherever you need it, and keep every version of it. Free, with no limit.',
    Component: Landing,
  },
  { path: routes.explore, ...explore, Component: () => <Unavailable path={routes.explore} /> },
  {
    path: routes.publicTemplates,
    ...templates,
    Component: () => <Unavailable path={routes.publicTemplates} />,
  },
  {
    path: routes.techniques,
    title: 'Techniques',
    description:
      'Twenty ways to write a prompt, from zero-shot to critical thinking, each with a worked example and the reason it works.',
    Component: Techniques,
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
