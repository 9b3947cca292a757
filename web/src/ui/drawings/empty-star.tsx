import { Drawing } from './drawing.tsx';

/** A star on a page: favourites. */
export function EmptyStar() {
  return (
    <Drawing>
      <path d="M36 14h40v56H36z" opacity="0.45" />
      <path
        d="m56 26 4.9 10 11 1.6-8 7.7 1.9 11L56 51.1l-9.8 5.2 1.9-11-8-7.7 11-1.6z"
        fill="var(--ground)"
      />
      <path d="M48 64h16" stroke="var(--cue)" strokeWidth="2.5" />
    </Drawing>
  );
}
