import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '#web/data/prompts/tags.ts';
import { useUser } from '#web/data/session/session.ts';
import { filterValues, hasFilter, withFilter } from '#web/lib/search/edit-filters.ts';
import { parseSearch } from '#web/lib/search/parse-search.ts';
import { categoryOptions, noCategory } from '#web/lib/values/category-options.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { FilterPopover } from '#web/ui/search/filter-popover.tsx';

interface LibraryFilterProps {
  /** The text of the search box: filters are words in it. */
  readonly search: string;
  readonly onChange: (search: string) => void;
  /** The team whose prompts are filtered; null for those of the person. */
  readonly teamId: string | null;
}

/** The button 'Filter' with its number of filters, and the panel to choose them. */
export function LibraryFilter(props: LibraryFilterProps) {
  const { filters, words } = parseSearch(props.search);
  return (
    <FilterPopover
      label="Filter prompts"
      active={filters.length}
      onClear={() => props.onChange(words.join(' '))}
      className="max-sm:px-3"
    >
      <FilterFields {...props} />
    </FilterPopover>
  );
}

const any = '';

function FilterFields({ search, onChange, teamId }: LibraryFilterProps) {
  const user = useUser();
  const tags = useQuery(tagsQuery(user.id, teamId));
  const [category = null] = filterValues(search, 'category');
  const [tag = any] = filterValues(search, 'tag');
  const visibility = ['public', 'private'].find((value) => hasFilter(search, 'is', value)) ?? any;
  const isFavourite = hasFilter(search, 'is', 'favourite');
  const hasVariables = hasFilter(search, 'has', 'variable');

  function changeFlags(flags: readonly string[]) {
    onChange(
      withFilter(
        search,
        'is',
        flags.filter((flag) => flag !== any),
      ),
    );
  }

  const tagNames = (tags.data ?? []).map((each) => each.tag);
  const options = categoryOptions(category, 'All categories');
  // A typed filter may be in another case than the option.
  const chosen = options.find(
    ({ value }) => category !== null && value.toLowerCase() === category.toLowerCase(),
  );
  return (
    <>
      <Select
        label="Category"
        value={chosen?.value ?? noCategory}
        onChange={(value) =>
          onChange(withFilter(search, 'category', value === noCategory ? [] : [value]))
        }
        options={options}
      />
      <Select
        label="Tag"
        value={tag}
        onChange={(value) => onChange(withFilter(search, 'tag', value === any ? [] : [value]))}
        options={[
          { value: any, label: 'All tags' },
          ...(tag === any || tagNames.includes(tag) ? [] : [{ value: tag, label: tag }]),
          ...tagNames.map((value) => ({ value, label: value })),
        ]}
      />
      <Select
        label="Visibility"
        value={visibility}
        onChange={(value) => changeFlags([value, isFavourite ? 'favourite' : any])}
        options={[
          { value: any, label: 'Public and private' },
          { value: 'public', label: 'Public' },
          { value: 'private', label: 'Private' },
        ]}
      />
      <Checkbox
        label="Favourites only"
        checked={isFavourite}
        onCheckedChange={(checked) => changeFlags([visibility, checked ? 'favourite' : any])}
      />
      <Checkbox
        label="With variables only"
        checked={hasVariables}
        onCheckedChange={(checked) =>
          onChange(withFilter(search, 'has', checked ? ['variable'] : []))
        }
      />
    </>
  );
}
