import { useId, type ReactNode } from 'react';

interface RailSectionProps {
  readonly title: string;
  /** Beside the title, at the right. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the rail beside a prompt's text. */
export function RailSection({ title, aside, children }: RailSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="border-t border-hairline py-4 first:border-t-0 first:pt-0"
    >
      <div className="mb-3 flex min-h-5 items-center justify-between gap-2">
        <h2 id={id} className="text-sm font-medium text-ink">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
