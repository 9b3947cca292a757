import type { Group } from '#web/data/groups/groups.ts';

export interface GroupPanelProps {
  /**
   * The group to edit; null creates one. Use its id as `key`, so that each group has its own form.
   */
  readonly group: Group | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCreated?: (id: string) => void;
}
