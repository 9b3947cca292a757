import { Select } from '#web/ui/form/select.tsx';

const orders = [
  { value: 'created', label: 'Created' },
  { value: 'used', label: 'Last used' },
  { value: 'updated', label: 'Updated' },
  { value: 'title', label: 'Title' },
] as const;
type Order = (typeof orders)[number]['value'];

interface SortSelectProps {
  readonly value: Order;
  readonly onChange: (order: Order) => void;
  /** Results of a search are in the order of their relevance. */
  readonly searched: boolean;
}

/** Selects the order of the prompts of a person or a team. */
export function SortSelect({ value, onChange, searched }: SortSelectProps) {
  const select = { label: 'Sort', hideLabel: true, className: 'w-36 max-sm:w-30' } as const;
  return searched ? (
    <Select
      {...select}
      value="best"
      onChange={() => undefined}
      options={[{ value: 'best', label: 'Best match' }]}
      disabled
    />
  ) : (
    <Select {...select} value={value} onChange={onChange} options={orders} />
  );
}
