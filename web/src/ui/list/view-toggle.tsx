import { LayoutGrid, Rows3, StretchHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Segmented } from '#web/ui/form/segmented.tsx';

/** A grid of cards, rows of one line, or rows of two. */
export const views = ['grid', 'list', 'roomy'] as const;
export type View = (typeof views)[number];

interface ViewToggleProps<Shown extends View> {
  readonly value: Shown;
  readonly onChange: (view: Shown) => void;
  /** The views of this list. */
  readonly views: readonly Shown[];
  readonly className?: string;
}

const options: Record<View, { readonly label: string; readonly icon: ReactNode }> = {
  grid: { label: 'Grid', icon: <LayoutGrid size={16} /> },
  list: { label: 'List', icon: <Rows3 size={16} /> },
  roomy: { label: 'Roomy', icon: <StretchHorizontal size={16} /> },
};

/** On a phone rows have two lines in either view, so that only the selected one is offered. */
function isTwinOnPhone(view: View, selected: View): boolean {
  return view === (selected === 'roomy' ? 'list' : 'roomy');
}

/** Switches between the views of a list. */
export function ViewToggle<Shown extends View>(props: ViewToggleProps<Shown>) {
  return (
    <Segmented
      label="View"
      {...(props.className === undefined ? {} : { className: props.className })}
      value={props.value}
      onChange={props.onChange}
      options={props.views.map((view) => ({
        value: view,
        ...options[view],
        className: isTwinOnPhone(view, props.value) ? 'max-sm:hidden' : undefined,
      }))}
    />
  );
}
