import type { ListedPrompt } from '#contract/public-pages.ts';
import { FieldTemplates } from '#web/features/marketing/fillable-prompt.tsx';
import { pageWidthClass } from '#web/features/marketing/landing-section.tsx';
import { PageSearch } from '#web/features/marketing/page-search.tsx';
import { PublicLayout } from '#web/features/marketing/public-layout.tsx';
import { PublicPromptRow } from '#web/features/marketing/public-prompt-row.tsx';

/** /templates: the templates by category, to read, fill in and copy without an account. */
export function PublicTemplates({ templates }: { readonly templates: readonly ListedPrompt[] }) {
  const categories = Object.entries(
    Object.groupBy(templates, ({ category }) => category ?? 'Uncategorized'),
  );
  return (
    <PublicLayout>
      <FieldTemplates />
      <div className={`${pageWidthClass} pt-10 md:pt-16`}>
        <h1 className="font-serif text-4xl font-medium tracking-[-0.02em]">Templates</h1>
        <p className="mt-4 max-w-[60ch] text-lg text-pretty text-ink-soft">
          Prompts to start from. Read one, fill it in and copy it. You need an account only to keep
          your own version.
        </p>
        <nav aria-label="Categories" className="mt-8 mb-10">
          <ul className="grid gap-x-8 border-y border-hairline py-3 max-sm:auto-cols-[11rem] max-sm:grid-flow-col max-sm:grid-rows-3 max-sm:-mx-1 max-sm:overflow-x-auto max-sm:px-1 sm:grid-cols-3 lg:grid-cols-5">
            {categories.map(([category, inCategory = []]) => (
              <li key={category}>
                <a
                  href={`#${anchorOf(category)}`}
                  className="flex min-h-8 items-center justify-between gap-2 text-sm text-ink-soft pointer-coarse:min-h-11 hover:text-ink hover:underline hover:underline-offset-4"
                >
                  <span className="truncate">{category}</span>
                  <span aria-hidden="true" className="text-ink-quiet tabular-nums">
                    {inCategory.length}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <PageSearch label="Search templates" noun="template" />
        {categories.map(([category, inCategory = []]) => (
          <section
            key={category}
            id={anchorOf(category)}
            aria-labelledby={`${anchorOf(category)}-title`}
            data-found-section
            className="mb-10 scroll-mt-6"
          >
            <h2 id={`${anchorOf(category)}-title`} className="mb-3 font-serif text-xl font-medium">
              {category}
            </h2>
            <ul className="border-t border-hairline">
              {inCategory.map((template) => (
                <PublicPromptRow key={template.id} prompt={template} heading="h3" />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </PublicLayout>
  );
}

/** Returns the id of a category's section: 'AI & ML' is at #ai-ml. */
function anchorOf(category: string): string {
  return category
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
