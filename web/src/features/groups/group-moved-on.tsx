import type { Group } from '#web/data/groups/groups.ts';
import { Button } from '#web/ui/form/button.tsx';

interface GroupMovedOnProps {
  /** The group as it was saved elsewhere. */
  readonly theirs: Group;
  /** Nothing is saved; what stands stays. */
  readonly onKeepTheirs: () => void;
}

/** The group was saved elsewhere while it was edited: what stands there now, and the choice. */
export function GroupMovedOn({ theirs, onKeepTheirs }: GroupMovedOnProps) {
  return (
    <div role="alert" className="mb-5 rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink">
      <p>
        This group was changed elsewhere while you were writing. Nothing has been overwritten: take
        over what you want to keep of it, then update again, which replaces it with your words.
      </p>
      <section aria-label="As it is now" className="my-3 text-ink">
        <p dir="auto" className="font-medium">
          {theirs.name}
        </p>
        <p dir="auto" className="whitespace-pre-wrap">
          {theirs.description}
        </p>
      </section>
      <Button size="small" onClick={onKeepTheirs}>
        Keep it as it is now
      </Button>
    </div>
  );
}
