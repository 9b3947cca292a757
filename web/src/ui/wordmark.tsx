interface WordmarkProps {
  readonly name: string;
  /** An installation's own logo, in place of mark and name. */
  readonly logoUrl?: string | null;
  readonly markOnly?: boolean;
}

/** The name behind its cue mark. */
export function Wordmark({ name, logoUrl, markOnly = false }: WordmarkProps) {
  if (logoUrl)
    return <img src={logoUrl} alt={name} className={markOnly ? 'size-8 object-contain' : 'h-8'} />;
  return (
    <span className="inline-flex items-center gap-2 font-serif text-xl font-semibold tracking-[-0.015em] text-ink">
      <svg viewBox="0 0 20 24" width="18" height="22" fill="none" aria-hidden="true">
        <path d="M2 3v18" stroke="var(--cue)" strokeWidth="3" strokeLinecap="round" />
        <path
          d="M8 6h10M8 12h10M8 18h6"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
      </svg>
      {markOnly ? null : name}
    </span>
  );
}
