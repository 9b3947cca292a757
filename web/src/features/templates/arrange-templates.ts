import { templateCategories, uncategorized } from '#contract/template-categories.ts';
import type { PromptSummary } from '#web/data/prompt.ts';
import { containsWords } from '#web/lib/contains-words.ts';

/** The templates of one category. */
export interface TemplateSection {
  readonly category: string;
  readonly templates: readonly PromptSummary[];
}

/**
 * Templates by category: the product's categories in its order, then others by name, 'Uncategorized' last. With a
 * search, those whose title, description, content, tags or category contain all of its words; a category that was
 * there before stays, empty.
 */
export function arrangeTemplates(
  templates: readonly PromptSummary[],
  search: string,
): TemplateSection[] {
  const byCategory = Map.groupBy(templates, categoryOf);
  const categories = [...byCategory.keys()].toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other),
  );
  return categories.map((category) => ({
    category,
    templates: (byCategory.get(category) ?? []).filter((each) => matches(each, search)),
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

function matches(template: PromptSummary, search: string): boolean {
  const { title, description, content, preview, tags } = template;
  const texts = [title, description, content ?? preview, ...tags, categoryOf(template)];
  return containsWords(texts, search);
}
