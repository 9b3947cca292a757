import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { GroupPlace } from '#text/group-path.ts';

interface GroupPathProps {
  readonly around: readonly GroupPlace[];
  /** The page of the groups at the top. */
  readonly top: { readonly to: string; readonly name: string };
}

/** Links to the groups around a group, from the top. */
export function GroupPath({ around, top }: GroupPathProps) {
  return (
    <nav aria-label="Groups around it" className="mb-2">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-quiet">
        {[{ id: '', name: top.name }, ...around].map(({ id, name }) => (
          <li key={id} className="flex min-w-0 items-center gap-x-1.5">
            <Link
              to={id === '' ? top.to : routes.group(id)}
              className="max-w-60 truncate rounded-sm py-1 hover:text-ink hover:underline pointer-coarse:py-2.5"
            >
              <bdi>{name}</bdi>
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
