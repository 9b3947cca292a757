import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A section of the settings: its title on the left, its controls on the right. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-t border-hairline py-8 lg:grid-cols-[220px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="font-serif text-xl font-medium">
          {title}
        </h2>
        {text ? <p className="mt-1 text-sm text-ink-quiet">{text}</p> : null}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
