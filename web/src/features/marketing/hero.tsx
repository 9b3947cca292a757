import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { pageWidthClass } from './landing-section.tsx';
import { TypedWord } from './typed-word.tsx';

/** The first section: the product in one sentence. */
export function Hero() {
  const isOpen = runtimeConfig().signIn.signUp;
  return (
    <section className={`${pageWidthClass} pt-10 md:pt-16`}>
      <div className="grid items-end gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <h1 className="font-serif text-[min(2.5rem,12vw)] leading-[1.08] font-medium tracking-[-0.024em] sm:text-5xl">
          Every prompt you write, <TypedWord word="remembered." />
        </h1>
        <div>
          <p className="max-w-[44ch] text-lg text-pretty text-ink-soft">
            A prompt book for people who work with AI. Write a prompt once, fill it in wherever you
            need it, and see how it got there.
          </p>
          <div className="mt-6 flex flex-wrap items-center gap-3 max-[339px]:flex-col max-[339px]:items-start">
            <ButtonLink to={isOpen ? routes.signUp : routes.signIn} variant="primary" size="large">
              {isOpen ? 'Get started' : 'Sign in'}
            </ButtonLink>
            <ButtonLink to="#how-it-works" size="large">
              How it works
            </ButtonLink>
          </div>
          <p className="mt-4 text-sm text-ink-quiet">Free, with no limit on prompts.</p>
        </div>
      </div>
    </section>
  );
}
