import { LayoutGrid, Rows3 } from 'lucide-react';
import { Segmented } from '#web/ui/form/segmented.tsx';

export type View = 'grid' | 'list';
export const views = ['grid', 'list'] as const;

interface ViewToggleProps {
  readonly value: View;
  readonly onChange: (view: View) => void;
}

/** Switches between a grid and a list of cards. */
export function ViewToggle({ value, onChange }: ViewToggleProps) {
  return (
    <Segmented
      label="View"
      value={value}
      onChange={onChange}
      options={[
        { value: 'grid', label: 'Grid', icon: <LayoutGrid size={16} aria-hidden="true" /> },
        { value: 'list', label: 'List', icon: <Rows3 size={16} aria-hidden="true" /> },
      ]}
    />
  );
}
