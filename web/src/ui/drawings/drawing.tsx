import type { ReactNode } from 'react';

/** Frames a small drawing of a page's state: one line weight, one stroke of the cue colour. */
export function Drawing({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      width="112"
      height="84"
      viewBox="0 0 112 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
