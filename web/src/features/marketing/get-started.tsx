import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { pageWidthClass } from './landing-section.tsx';

const ownAccount = { title: 'Create an account', text: 'A name, an email address, a password.' };
const invitation = { title: 'Get an invitation', text: 'From the people who run this site.' };
const steps = [
  { title: 'Bring your prompts', text: 'From a file, a paste or a template.' },
  { title: 'Fill one in', text: "It's on your clipboard, ready to paste." },
] as const;

/** The last section: how to get an account. */
export function GetStarted() {
  const isOpen = runtimeConfig().signIn.signUp;
  const all = [isOpen ? ownAccount : invitation, ...steps];
  return (
    <section aria-labelledby="get-started" className="border-t border-hairline bg-sunken/60">
      <div
        className={`${pageWidthClass} grid items-center gap-x-16 gap-y-10 py-18 md:py-24 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]`}
      >
        <div>
          <h2
            id="get-started"
            className="max-w-[16ch] font-serif text-4xl font-medium tracking-[-0.02em]"
          >
            Get started in a minute
          </h2>
          <p className="mt-4 text-lg text-ink-soft">Free to use. No limit on prompts.</p>
          <ButtonLink
            to={isOpen ? routes.signUp : routes.signIn}
            variant="primary"
            size="large"
            className="mt-8"
          >
            {isOpen ? 'Create your account' : 'Sign in'}
          </ButtonLink>
        </div>
        <ol className="border-t border-hairline">
          {all.map(({ title, text }, index) => (
            <li key={title} className="flex items-baseline gap-5 border-b border-hairline py-4">
              <span aria-hidden="true" className="w-4 font-serif text-lg text-cue-ink tabular-nums">
                {index + 1}
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
