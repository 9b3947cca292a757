import { formatCount } from '#web/lib/text/format-count.ts';
import type { TemplateSection } from './arrange-templates.ts';

interface CategoryTilesProps {
  readonly sections: readonly TemplateSection[];
  /** The selected category; null for all. */
  readonly chosen: string | null;
  readonly onChoose: (category: string | null) => void;
}

/**
 * A tile for each category with its number of templates. Tiles toggle; on a phone they scroll
 * sideways.
 */
export function CategoryTiles({ sections, chosen, onChoose }: CategoryTilesProps) {
  return (
    <ul
      aria-label="Categories"
      className="relative -mx-4 mb-8 grid auto-cols-max grid-flow-col grid-rows-3 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:grid-flow-row sm:auto-cols-auto sm:grid-cols-3 sm:grid-rows-none sm:overflow-visible sm:px-0 lg:grid-cols-4 xl:grid-cols-5"
    >
      {sections.map(({ category, templates }) => (
        <li key={category}>
          <button
            type="button"
            aria-pressed={category === chosen}
            onClick={() => onChoose(category === chosen ? null : category)}
            className="flex h-11 w-full items-center justify-between gap-3 rounded-md border border-hairline bg-surface px-3 text-sm text-ink-soft transition-colors hover:bg-hover hover:text-ink aria-pressed:border-ink aria-pressed:bg-hover aria-pressed:text-ink"
          >
            <span className="truncate font-medium">{category}</span>
            <span aria-hidden="true" className="text-xs text-ink-quiet tabular-nums">
              {templates.length}
            </span>
            <span className="sr-only">{formatCount(templates.length, 'template')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
