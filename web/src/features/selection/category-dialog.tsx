import { useState } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { categoryOptions, noCategory } from '#web/lib/values/category-options.ts';
import { ChoiceDialog } from '#web/ui/overlay/choice-dialog.tsx';
import type { BulkDialogProps } from './use-bulk-changes.ts';

/** Asks for the category of the selected prompts. */
export function CategoryDialog({ open, onOpenChange, ids, run }: BulkDialogProps) {
  const [value, setValue] = useState<string>(noCategory);
  const count = formatCount(ids.length, 'prompt');

  function change(): Promise<boolean> {
    const category = value === noCategory ? null : value;
    const done = category === null ? 'left without a category' : `put into “${category}”`;
    return run({ kind: 'categorize', ids, category }, done);
  }

  return (
    <ChoiceDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Set the category of ${count}`}
      description="Prompts that already match are left alone."
      select={{
        label: 'Category',
        value,
        onChange: setValue,
        options: categoryOptions(null, 'None'),
      }}
      confirmLabel={`Change ${count}`}
      onConfirm={change}
    />
  );
}
