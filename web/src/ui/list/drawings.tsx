import type { ReactNode } from 'react';

/** Small drawings for empty states: one line weight, one stroke of the cue colour. */

function Drawing({ children }: { readonly children: ReactNode }) {
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
