import { Drawing } from './drawing.tsx';

/** A torn page: something went wrong, or is not here. */
export function TornPage() {
  return (
    <Drawing>
      <path d="M40 12h32v26l-7-4-6 6-7-5-6 5-6-4z" fill="var(--ground)" />
      <path d="m40 48 6 4 6-5 7 5 6-6 7 4v20H40z" fill="var(--ground)" />
      <path d="M48 22h16M48 62h10" opacity="0.7" />
      <path d="M34 42h3M75 42h3" stroke="var(--cue)" strokeWidth="2.5" />
    </Drawing>
  );
}
