import { Drawing } from './drawing.tsx';

/** A stamped page: something was paid. */
export function StampedPage() {
  return (
    <Drawing>
      <path d="M36 10h40v64H36z" fill="var(--surface)" />
      <path d="M44 22h24M44 30h24M44 38h14" opacity="0.7" />
      <circle cx="68" cy="56" r="13" fill="var(--ground)" />
      <path d="m62 56 4.5 4.5L75 52" stroke="var(--cue)" strokeWidth="2.5" />
    </Drawing>
  );
}
