import { routes } from '#contract/routes.ts';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { TechniquesList } from '#web/features/techniques/techniques-list.tsx';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';

/** /techniques. "Use this technique" leads into the app, through sign-in if necessary. */
export function Component() {
  usePageTitle('Techniques');
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-[1120px] px-5 pt-10 sm:px-8 md:pt-16">
        <h1 className="font-serif text-4xl font-medium tracking-[-0.02em]">Techniques</h1>
        <p className="mt-4 mb-8 max-w-[60ch] text-lg text-ink-soft">
          Twenty ways to write a prompt, each with a worked example and the reason it works.
        </p>
        <TechniquesList
          renderUse={({ id, title }) => (
            <ButtonLink
              to={`${routes.appTechniques}?use=${id}`}
              aria-label={`Use this technique: ${title}`}
            >
              Use this technique
            </ButtonLink>
          )}
        />
      </div>
    </PublicLayout>
  );
}
