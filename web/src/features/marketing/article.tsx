import type { ReactNode } from 'react';
import { PublicLayout } from './public-layout.tsx';

interface ArticleProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** A public page of text: one column of about 70 characters. */
export function Article({ title, lead, children }: ArticleProps) {
  return (
    <PublicLayout>
      <article className="mx-auto w-full max-w-3xl px-5 pt-10 sm:px-8 md:pt-16">
        <h1 className="font-serif text-4xl font-medium tracking-[-0.02em]">{title}</h1>
        {lead ? <p className="mt-5 text-lg text-pretty text-ink-soft">{lead}</p> : null}
        <div className="mt-10 space-y-9">{children}</div>
      </article>
    </PublicLayout>
  );
}

export function Passage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section>
      <h2 className="font-serif text-xl font-medium">{title}</h2>
      <div className="mt-2 space-y-3 text-pretty text-ink-soft">{children}</div>
    </section>
  );
}
