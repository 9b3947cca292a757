import type { ReactNode } from 'react';

/**
 * The dashboard without a prompt: one sheet with the ways to begin, which may still be loading.
 */
export function StartSheet({ children }: { readonly children?: ReactNode }) {
  return (
    <section
      aria-labelledby="start"
      className="mb-8 rounded-lg border border-hairline bg-surface px-4 py-6 sm:px-8 sm:py-8"
    >
      <h2
        id="start"
        className="font-serif text-2xl font-medium tracking-[-0.01em] text-ink sm:text-3xl"
      >
        Start your prompt book
      </h2>
      <p className="mt-1 text-ink-soft">
        Keep the prompts you use: filled in with one click, with every version.
      </p>
      <div className="mt-6 grid min-h-80 gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {children}
      </div>
    </section>
  );
}
