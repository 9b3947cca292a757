import { templateCategories, uncategorized } from '#contract/template-categories.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';

export interface TemplateSection {
  readonly category: string;
  readonly templates: readonly PromptSummary[];
}

/**
 * Groups the found templates by category: known categories in their order, then others by name,
 * 'Uncategorized' last. A category without a match stays, empty.
 */
export function arrangeTemplates(
  all: readonly PromptSummary[],
  found: readonly PromptSummary[],
): TemplateSection[] {
  const byCategory = Map.groupBy(found, categoryOf);
  const categories = [...new Set(all.map(categoryOf))].toSorted(
    (one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other),
  );
  return categories.map((category) => ({
    category,
    templates: byCategory.get(category) ?? [],
  }));
}

function categoryOf({ templateCategory }: PromptSummary): string {
  return templateCategory || uncategorized;
}

function rankOf(category: string): number {
  if (category === uncategorized) return templateCategories.length + 1;
  const index = templateCategories.findIndex((each) => each === category);
  return index === -1 ? templateCategories.length : index;
}
