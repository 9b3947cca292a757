import { createRoot } from 'react-dom/client';
import { Toaster } from '#web/ui/toaster.tsx';

/** Makes room for toasts beside the page, since some outlive the page that gave them. Called once. */
export function showToasts(): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Toaster />);
}
