import { useState } from 'react';

/**
 * Whether something has been open, so that it is loaded then and not before, and stays to close in
 * order (focus goes back where it was).
 */
export function useOnceOpen(open: boolean): boolean {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return once || open;
}
