import { Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import type { GroupNode } from '#web/data/groups/group-tree.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Card } from '#web/ui/list/card.tsx';

interface GroupCardProps {
  readonly group: GroupNode;
  /** Without a menu, the card is small. */
  readonly menu?: ReactNode;
}

/** A group as a card: the whole card opens it; its menu does not. */
export function GroupCard({ group, menu }: GroupCardProps) {
  const { id, name, description } = group;
  const isSmall = menu === undefined;
  const count = formatCount(group.totalCount, 'prompt');
  return (
    <Card
      heading={isSmall ? 'h3' : 'h2'}
      isSmall={isSmall}
      className={isSmall ? '' : 'min-h-24'}
      icon={<Folder size={isSmall ? 16 : 20} className="shrink-0 text-ink-quiet" />}
      title={name}
      to={routes.group(id)}
      actions={isSmall ? <span className="text-xs text-ink-quiet">{count}</span> : menu}
      footer={isSmall ? undefined : count}
    >
      {isSmall || description === '' ? null : (
        <p dir="auto" className="excerpt mt-1 line-clamp-2 text-sm break-words text-ink-soft">
          {description}
        </p>
      )}
    </Card>
  );
}
