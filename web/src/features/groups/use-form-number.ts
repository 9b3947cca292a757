import { useState } from 'react';

/**
 * Numbers the forms of a panel: 0 until it first opens. One that is closed keeps what was typed; once it has ended, the
 * panel opens with another. Until then it stays, to close in order.
 */
export function useFormNumber(open: boolean): {
  readonly number: number;
  readonly end: () => void;
} {
  const [form, setForm] = useState({ number: 0, ended: true });
  if (open && form.ended) setForm({ number: form.number + 1, ended: false });
  return { number: form.number, end: () => setForm({ ...form, ended: true }) };
}
