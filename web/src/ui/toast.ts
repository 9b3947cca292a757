import { toast as sonner } from 'sonner';

/** A short message that comes and goes: four seconds, three at a time (ui/toaster.tsx shows them). */
export const toast = {
  success: (message: string): void => void sonner.success(message),
  error: (message: string): void => void sonner.error(message),
  /** Neither good nor bad. */
  note: (message: string): void => void sonner(message),
  /** With a button, such as 'Undo'. */
  action: (message: string, label: string, onClick: () => void): void =>
    void sonner(message, { action: { label, onClick } }),
};
