import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { FilterPopover } from '#web/ui/search/filter-popover.tsx';

interface Choice {
  readonly all: readonly string[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** The filter menu: categories and tags. */
export function FavouritesFilterMenu(props: {
  readonly categories: Choice;
  readonly tags: Choice;
  readonly onClear: () => void;
}) {
  const { categories, tags, onClear } = props;
  const active = categories.chosen.size + tags.chosen.size;
  return (
    <FilterPopover
      label="Filter favourites"
      active={active}
      onClear={onClear}
      className="max-sm:grow"
    >
      <Choices title="Categories" none="None of your favourites have a category." {...categories} />
      <Choices title="Tags" none="None of your favourites have a tag." {...tags} />
    </FilterPopover>
  );
}

function Choices(props: Choice & { readonly title: string; readonly none: string }) {
  const { title, none, all, chosen, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium text-ink">{title}</legend>
      {all.length === 0 ? <p className="text-sm text-ink-quiet">{none}</p> : null}
      <div className="flex flex-col gap-2.5">
        {all.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.has(name)}
            onCheckedChange={(checked) => {
              const next = new Set(chosen);
              if (checked) next.add(name);
              else next.delete(name);
              onChange(next);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
