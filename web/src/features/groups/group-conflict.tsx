import type { Group } from '#web/data/groups/groups.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/form/button.tsx';

interface GroupConflictProps {
  /** The group as it was saved elsewhere. */
  readonly theirs: Group;
  /** Discards the edit and leaves the stored group as it is. */
  readonly onKeepTheirs: () => void;
}

/** Shows a group that was saved elsewhere during an edit, and offers to keep it. */
export function GroupConflict({ theirs, onKeepTheirs }: GroupConflictProps) {
  return (
    <Alert className="mb-5">
      <p>
        This group was changed elsewhere while you were editing. Nothing has been overwritten. Copy
        what you want to keep, then update again to replace it with your version.
      </p>
      <section aria-label="Current version" className="my-3 text-ink">
        <p dir="auto" className="font-medium">
          {theirs.name}
        </p>
        <p dir="auto" className="whitespace-pre-wrap">
          {theirs.description}
        </p>
      </section>
      <Button size="small" onClick={onKeepTheirs}>
        Keep the current version
      </Button>
    </Alert>
  );
}
