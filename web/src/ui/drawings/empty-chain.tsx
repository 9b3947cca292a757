import { Drawing } from './drawing.tsx';

/** Three pages, one after the other: chains. */
export function EmptyChain() {
  return (
    <Drawing>
      <path d="M14 22h22v30H14zM76 32h22v30H76z" opacity="0.45" />
      <path d="M45 27h22v30H45z" fill="var(--ground)" />
      <path d="M51 37h10M51 43h10M51 49h6" opacity="0.7" />
      <path d="M36 40h5M67 45h5" />
      <path d="M48.5 35v9" stroke="var(--cue)" strokeWidth="2.5" />
    </Drawing>
  );
}
