import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { LandingSection } from './landing-section.tsx';

export interface TechniqueLink {
  readonly id: string;
  readonly title: string;
}

/** Links to the techniques in the guide. */
export function TechniquesTeaser({
  techniques,
}: {
  readonly techniques: readonly TechniqueLink[];
}) {
  return (
    <LandingSection
      id="techniques"
      title="Twenty ways to ask"
      lead="A short guide to writing prompts: what each technique is, why it works, and a worked example to start from."
    >
      <ol className="mt-10 flex flex-wrap gap-x-6 gap-y-2.5 font-serif text-xl leading-8 sm:text-2xl sm:leading-10">
        {techniques.map(({ id, title }, index) => (
          <li key={id} className="flex items-baseline gap-1.5">
            <span aria-hidden="true" className="text-sm text-cue-ink tabular-nums">
              {index + 1}
            </span>
            <Link
              to={`${routes.techniques}#${id}`}
              className="py-1.5 text-ink-soft decoration-cue decoration-2 underline-offset-6 hover:text-ink hover:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ol>
      <ButtonLink to={routes.techniques} className="mt-10">
        Read the guide
      </ButtonLink>
    </LandingSection>
  );
}
