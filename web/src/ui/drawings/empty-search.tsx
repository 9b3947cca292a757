import { Drawing } from './drawing.tsx';

/** A lens over lines: nothing was found. */
export function EmptySearch() {
  return (
    <Drawing>
      <path d="M26 24h30M26 36h22M26 48h26M26 60h18" opacity="0.45" />
      <circle cx="66" cy="42" r="16" fill="var(--ground)" />
      <path d="m78 54 12 12" />
      <path d="M60 42h12" stroke="var(--cue)" strokeWidth="2.5" />
    </Drawing>
  );
}
