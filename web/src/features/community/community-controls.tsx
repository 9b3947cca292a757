import type { CommunityOrder } from '#web/data/community/community.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { ViewToggle, type View } from '#web/ui/list/view-toggle.tsx';
import { CommunityFilters, type Filters } from './community-filters.tsx';

interface CommunityControlsProps {
  readonly search: string;
  readonly onSearchChange: (search: string) => void;
  readonly order: CommunityOrder;
  readonly onOrderChange: (order: CommunityOrder) => void;
  readonly filters: Filters;
  readonly onFiltersChange: (filters: Filters) => void;
  readonly view: View;
  readonly onViewChange: (view: View) => void;
}

/** Search, order, filters and view of the community feed. */
export function CommunityControls(props: CommunityControlsProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <SearchBox
        className="min-w-48 flex-1 max-sm:basis-full"
        label="Search public prompts"
        placeholder="Search prompts by title or description..."
        filters
        value={props.search}
        onChange={props.onSearchChange}
      />
      <Segmented
        className="max-sm:w-full"
        label="Order"
        value={props.order}
        onChange={props.onOrderChange}
        options={[
          { value: 'latest', label: 'Latest' },
          { value: 'trending', label: 'Trending' },
          { value: 'top', label: 'Top' },
        ]}
      />
      <CommunityFilters filters={props.filters} onChange={props.onFiltersChange} />
      <ViewToggle value={props.view} onChange={props.onViewChange} />
    </div>
  );
}
