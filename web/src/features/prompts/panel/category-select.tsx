import { categoryOptions, noCategory } from '#web/lib/values/category-options.ts';
import { Select } from '#web/ui/form/select.tsx';

interface CategorySelectProps {
  readonly value: string | null;
  readonly onChange: (category: string | null) => void;
}

/** Selects a prompt's category. An imported one that is not in the list stays selectable. */
export function CategorySelect({ value, onChange }: CategorySelectProps) {
  return (
    <Select
      label="Category"
      value={value ?? noCategory}
      onChange={(next) => onChange(next === noCategory ? null : next)}
      options={categoryOptions(value, 'None')}
    />
  );
}
