import { Drawing } from './drawing.tsx';

/** Blank pages with a cue in the margin. */
export function EmptyPages() {
  return (
    <Drawing>
      <path d="M36 20 62 14l11 51-26 6z" opacity="0.45" />
      <path d="M42 14h33v54H42z" fill="var(--ground)" />
      <path d="M53 28h16M53 38h16M53 48h10" opacity="0.7" />
      <path d="M48 26v14" stroke="var(--cue)" strokeWidth="2.5" />
    </Drawing>
  );
}
