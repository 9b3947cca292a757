import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { limits } from '#contract/limits.ts';
import type { CommunityChoice } from '#web/data/community/community.ts';
import { categoryOptions, noCategory } from '#web/lib/values/category-options.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { FilterPopover } from '#web/ui/search/filter-popover.tsx';

export type Filters = Pick<CommunityChoice, 'tags' | 'category'>;

interface CommunityFiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

/** Filters of the community feed: tags and a category. */
export function CommunityFilters({ filters, onChange }: CommunityFiltersProps) {
  const { tags, category } = filters;
  const active = tags.length + Number(category !== null);
  return (
    <FilterPopover
      label="Filter public prompts"
      active={active}
      onClear={() => onChange({ tags: [], category: null })}
      className="max-sm:grow"
    >
      <Select
        label="Category"
        value={category ?? noCategory}
        onChange={(next) => onChange({ tags, category: next === noCategory ? null : next })}
        options={categoryOptions(category, 'All categories')}
      />
      <TagFilter tags={tags} onChange={(next) => onChange({ tags: next, category })} />
    </FilterPopover>
  );
}

function TagFilter(props: {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
}) {
  const { tags, onChange } = props;
  const [typed, setTyped] = useState('');

  function add(event: FormEvent) {
    event.preventDefault();
    onChange(withTag(tags, typed));
    setTyped('');
  }

  return (
    <form onSubmit={add} className="flex flex-col gap-2.5">
      <div className="flex items-end gap-2">
        <TextField
          label="Tag"
          value={typed}
          maxLength={limits.tagLength}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button type="submit">Add</Button>
      </div>
      {tags.length === 0 ? null : (
        <ul aria-label="Tag filters" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <button
                type="button"
                aria-label={`Remove filter #${tag}`}
                onClick={() => onChange(tags.filter((each) => each !== tag))}
                className="inline-flex min-h-7 max-w-full pointer-coarse:min-h-11 items-center gap-1 rounded-sm bg-chip px-2 text-sm text-chip-ink"
              >
                <span className="truncate">#{tag}</span>
                <X size={14} className="shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

/** Returns the tags with one added, unless they already contain it in any case. */
export function withTag(tags: readonly string[], added: string): readonly string[] {
  const tag = added.trim().replace(/^#/, '');
  const isPresent = tags.some((each) => each.toLowerCase() === tag.toLowerCase());
  return tag === '' || isPresent ? tags : [...tags, tag];
}
