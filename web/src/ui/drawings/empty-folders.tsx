import { Drawing } from './drawing.tsx';

/** Two folders of papers: groups. */
export function EmptyFolders() {
  return (
    <Drawing>
      <path d="M34 26h16l5 6h27v30H34z" opacity="0.45" />
      <path d="M28 34h16l5 6h29v30H28z" fill="var(--ground)" />
      <path d="M36 50v10" stroke="var(--cue)" strokeWidth="2.5" />
      <path d="M42 52h22M42 58h14" opacity="0.7" />
    </Drawing>
  );
}
