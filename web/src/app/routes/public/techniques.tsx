import { routes } from '#contract/routes.ts';
import { PageSearch } from '#web/features/marketing/page-search.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { TechniqueCard } from '#web/features/techniques/technique-card.tsx';
import { techniques } from '#web/features/techniques/techniques.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';

/** /techniques. "Use this technique" leads into the app, through sign-in if necessary. */
export function Component() {
  return (
    <PublicLayout>
      <div className="mx-auto w-full max-w-[1120px] px-5 pt-10 sm:px-8 md:pt-16">
        <h1 className="font-serif text-4xl font-medium tracking-[-0.02em]">Techniques</h1>
        <p className="mt-4 max-w-[60ch] text-lg text-ink-soft">
          Twenty ways to write a prompt, each with a worked example and the reason it works.
        </p>
        <nav aria-label="Index of techniques" className="mt-8 mb-10">
          <ol className="grid grid-cols-1 gap-x-10 border-y border-hairline py-3 sm:grid-cols-2 lg:grid-cols-4">
            {techniques.map(({ id, title }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-8 items-center gap-2.5 text-sm text-ink-soft decoration-cue decoration-2 underline-offset-4 pointer-coarse:min-h-11 hover:text-ink hover:underline"
                >
                  <span aria-hidden="true" className="w-5 text-right text-cue-ink tabular-nums">
                    {index + 1}
                  </span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <PageSearch label="Search techniques" noun="technique" />
        <ol aria-label="Techniques" className="border-b border-hairline">
          {techniques.map((technique, index) => (
            <TechniqueCard
              key={technique.id}
              technique={technique}
              number={index + 1}
              use={
                <ButtonLink
                  to={`${routes.appTechniques}?use=${technique.id}`}
                  aria-label={`Use this technique: ${technique.title}`}
                >
                  Use this technique
                </ButtonLink>
              }
            />
          ))}
        </ol>
      </div>
    </PublicLayout>
  );
}
