import type { ReactNode } from 'react';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Passage } from './article.tsx';

/** The text of /why-free and /app/why-free. */
export function WhyFreeText() {
  const { name } = runtimeConfig().brand;
  return (
    <>
      <Passage title="To democratise AI development">
        <p>
          Good prompts are how people get work out of AI. Keeping, improving and sharing them should
          not depend on a budget. So {name} is free: every feature, with no limit on prompts.
        </p>
      </Passage>
      <Passage title="How we make money">
        <p>Related services, for those who want more, pay for the product.</p>
        <ul className="!mt-5 divide-y divide-hairline border-y border-hairline">
          <Service title="Custom AI development">
            Tools and workflows built for one organisation, around its own prompts and data.
          </Service>
          <Service title="White-label version">
            {name} under your own name and logo, on your own machines.
          </Service>
          <Service title="App idea engine" badge={<Badge>Coming soon</Badge>}>
            From an idea to a first outline of an app.
          </Service>
        </ul>
      </Passage>
    </>
  );
}

const serviceLinkClass =
  'inline-flex min-h-6 items-center text-sm text-cue-ink underline underline-offset-3 pointer-coarse:min-h-11';

interface ServiceProps {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
}

function Service({ title, badge, children }: ServiceProps) {
  const { contact, feedback } = runtimeConfig().links;
  const href =
    contact === null ? feedback : `mailto:${contact}?subject=${encodeURIComponent(title)}`;
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-center gap-2 font-medium text-ink">
        {title} {badge}
      </p>
      <p className="mt-0.5">{children}</p>
      {href === null ? null : (
        <a href={href} className={`mt-1 ${serviceLinkClass}`}>
          Ask about it<span className="sr-only">: {title}</span>
        </a>
      )}
    </li>
  );
}
