import { useQuery } from '@tanstack/react-query';
import { communityCountQuery, type CommunityChoice } from '#web/data/community/community.ts';
import { useUser } from '#web/data/session/session.ts';
import { SearchBox } from '#web/ui/search/search-box.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { ListHead } from '#web/ui/list/list-head.tsx';
import { ViewToggle, views, type View } from '#web/ui/list/view-toggle.tsx';
import { CommunityFilters, type Filters } from './community-filters.tsx';

interface CommunityControlsProps {
  /** The text of the search box. */
  readonly typed: string;
  readonly onType: (search: string) => void;
  readonly choice: CommunityChoice;
  readonly onOrderChange: (order: CommunityChoice['order']) => void;
  readonly onFiltersChange: (filters: Filters) => void;
  readonly view: View;
  readonly onViewChange: (view: View) => void;
}

/** Search, number found, order, filters and view of the community feed. */
export function CommunityControls(props: CommunityControlsProps) {
  const { choice } = props;
  const user = useUser();
  const found = useQuery(communityCountQuery(choice, user.id));
  return (
    <ListHead
      search={
        <SearchBox
          label="Search public prompts"
          placeholder="Search prompts by title or description..."
          filters
          value={props.typed}
          onChange={props.onType}
        />
      }
      found={found.data}
    >
      <Segmented
        className="max-sm:w-full"
        label="Order"
        value={choice.order}
        onChange={props.onOrderChange}
        options={[
          { value: 'latest', label: 'Latest' },
          { value: 'trending', label: 'Trending' },
          { value: 'top', label: 'Top' },
        ]}
      />
      <CommunityFilters filters={choice} onChange={props.onFiltersChange} />
      <ViewToggle value={props.view} onChange={props.onViewChange} views={views} />
    </ListHead>
  );
}
