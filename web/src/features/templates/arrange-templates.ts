import { templateCategories, uncategorized } from '#contract/template-categories.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';

/** The templates of one category. */
export interface TemplateSection {
  readonly category: string;
  readonly templates: readonly PromptSummary[];
}

/**
 * Templates by category: the product's categories in its order, then others by name, 'Uncategorized' last. Of all
 * templates those that were found, in their order; a category of which none was stays, empty.
 */
export function arrangeTemplates(
  all: readonly PromptSummary[],
  found: readonly PromptSummary[],
): TemplateSection[] {
  const byCategory = Map.groupBy(found, categoryOf);
  const categories = [...new Set(all.map(categoryOf))].toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other),
  );
  return categories.map((category) => ({
    category,
    templates: byCategory.get(category) ?? [],
  }));
}

function categoryOf({ templateCategory }: PromptSummary): string {
  return templateCategory || uncategorized;
}

function placeOf(category: string): number {
  if (category === uncategorized) return templateCategories.length + 1;
  const place = templateCategories.findIndex((each) => each === category);
  return place === -1 ? templateCategories.length : place;
}
