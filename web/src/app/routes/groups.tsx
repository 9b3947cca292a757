import { Plus } from 'lucide-react';
import { useState } from 'react';
import { routes } from '#contract/routes.ts';
import { GroupPanel } from '#web/features/groups/group-panel.tsx';
import { GroupGrid } from '#web/features/groups/group-grid.tsx';
import { GroupMenu } from '#web/features/groups/group-menu.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';

/** /app/groups */
export function Component() {
  const [creating, setCreating] = useState(false);
  return (
    <>
      <PageHeader
        title="Groups"
        back={routes.app}
        actions={
          <Button variant="primary" icon={<Plus size={18} />} onClick={() => setCreating(true)}>
            New Group
          </Button>
        }
      />
      <GroupGrid
        renderMenu={(group) => (
          <GroupMenu group={group} labels={{ edit: 'Edit', delete: 'Delete' }} />
        )}
      />
      <GroupPanel group={null} open={creating} onOpenChange={setCreating} />
    </>
  );
}
