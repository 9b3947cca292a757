import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Folder } from 'lucide-react';
import { useId, useState, type DragEvent } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { groupTree, type GroupNode } from '#web/data/groups/group-tree.ts';
import { groupsQuery } from '#web/data/groups/groups.ts';
import { groupQuery } from '#web/data/groups/read-group.ts';
import { openGroups } from '#web/data/groups/stored-groups.ts';
import { useUser } from '#web/data/session/session.ts';
import { useEditsLibrary } from '#web/data/teams/use-may-edit.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { useGroupMove } from './use-group-move.ts';

interface GroupTreeLinksProps {
  /** The group whose page is shown. */
  readonly current: string | null;
}

/**
 * All groups of the library of the current one as nested lists in the sidebar. Buttons open and
 * close a group; a group that is dragged onto another moves into it. The menu of a group moves it by
 * keyboard.
 */
export function GroupTreeLinks({ current }: GroupTreeLinksProps) {
  const user = useUser();
  const { data: group } = useQuery({
    ...groupQuery(current ?? ''),
    enabled: current !== null,
    retryOnMount: false,
  });
  const teamId = group?.teamId ?? null;
  const { data: groups } = useQuery({ ...groupsQuery(user.id, teamId), retryOnMount: false });
  const mayMove = useEditsLibrary(teamId) === true;
  const [open, setOpen] = useState(() => openGroups.read(user.id));
  const [dragged, setDragged] = useState<GroupNode | null>(null);
  const move = useGroupMove();
  const titleId = useId();
  if (groups === undefined || groups.length === 0) return null;

  function toggle(id: string) {
    const next = open.includes(id) ? open.filter((each) => each !== id) : [...open, id];
    setOpen(next);
    openGroups.write(user.id, next);
  }
  function drop(target: GroupNode | null) {
    setDragged(null);
    if (dragged && canDrop(dragged, target)) void move(dragged, target);
  }
  const tree: Tree = { current, open, toggle, mayMove, dragged, setDragged, drop };
  return (
    <nav aria-labelledby={titleId}>
      <p id={titleId} className="px-5 pt-5 pb-1 text-xs text-ink-quiet">
        {teamId === null ? 'All groups' : 'Groups of the team'}
      </p>
      <GroupLinks nodes={groupTree(groups)} tree={tree} />
      {dragged && dragged.parentId !== null ? (
        <p {...dropTarget(tree, null)} className="px-5 py-2 text-xs text-ink-quiet">
          Drop here to move it to the top
        </p>
      ) : null}
    </nav>
  );
}

interface Tree {
  readonly current: string | null;
  readonly open: readonly string[];
  readonly toggle: (id: string) => void;
  /** Whether the user may drag groups. */
  readonly mayMove: boolean;
  readonly dragged: GroupNode | null;
  readonly setDragged: (group: GroupNode | null) => void;
  readonly drop: (target: GroupNode | null) => void;
}

/** The database refuses a move of a group into one inside it. */
function canDrop(dragged: GroupNode, target: GroupNode | null): boolean {
  return dragged.id !== target?.id && dragged.parentId !== (target?.id ?? null);
}

function dropTarget({ dragged, drop }: Tree, target: GroupNode | null) {
  return {
    onDragOver: (event: DragEvent) => {
      if (dragged && canDrop(dragged, target)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drop(target);
    },
  };
}

function GroupLinks({
  nodes,
  tree,
}: {
  readonly nodes: readonly GroupNode[];
  readonly tree: Tree;
}) {
  return (
    <ul>
      {nodes.map((node) => (
        <GroupLink key={node.id} node={node} tree={tree} />
      ))}
    </ul>
  );
}

function GroupLink({ node, tree }: { readonly node: GroupNode; readonly tree: Tree }) {
  const { id, name, children, path, totalCount } = node;
  const isHere = tree.current === id;
  const isOpen = tree.open.includes(id);
  return (
    <li>
      <div
        {...dropTarget(tree, node)}
        style={{ paddingInlineStart: `${path.length * 0.75}rem` }}
        className={cx(
          'cue-line flex h-8 items-center pr-5 text-sm transition-colors pointer-coarse:h-11',
          isHere
            ? 'bg-sunken-hover text-ink'
            : 'text-ink-soft hover:bg-sunken-hover hover:text-ink',
        )}
      >
        {children.length === 0 ? (
          <span className="size-6 shrink-0" />
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`Groups in ${name}`}
            onClick={() => tree.toggle(id)}
            className="grid size-6 shrink-0 place-items-center rounded-sm pointer-coarse:h-11"
          >
            <ChevronRight
              size={14}
              className={cx('transition-transform', isOpen ? 'rotate-90' : 'rtl:rotate-180')}
            />
          </button>
        )}
        <Link
          to={routes.group(id)}
          aria-current={isHere ? 'page' : undefined}
          draggable={tree.mayMove}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            tree.setDragged(node);
          }}
          onDragEnd={() => tree.setDragged(null)}
          className="flex h-full min-w-0 grow items-center gap-2 focus-visible:outline-offset-[-2px]"
        >
          <Folder size={16} strokeWidth={1.75} className="shrink-0" />
          <span dir="auto" className="truncate text-left">
            {name}
          </span>
          <span className="ml-auto pl-2 text-xs text-ink-quiet">{totalCount}</span>
        </Link>
      </div>
      {isOpen && children.length > 0 ? <GroupLinks nodes={children} tree={tree} /> : null}
    </li>
  );
}
