interface WordmarkProps {
  readonly name: string;
  /** The installation's own logo, shown instead of mark and name. */
  readonly logoUrl?: string | null;
  readonly markOnly?: boolean;
  /** Classes of the name beside the mark. */
  readonly className?: string;
}

/** The product's mark and name. */
export function Wordmark({ name, logoUrl, markOnly = false, className }: WordmarkProps) {
  if (logoUrl)
    return <img src={logoUrl} alt={name} className={markOnly ? 'size-8 object-contain' : 'h-8'} />;
  return (
    <span className="inline-flex items-center gap-2 font-serif text-xl font-semibold tracking-[-0.015em] text-ink">
      <Mark className="h-[22px] w-[18px]" />
      {markOnly ? null : <span className={className}>{name}</span>}
    </span>
  );
}

/** The product's mark without its name. */
export function Mark({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 20 24" fill="none" aria-hidden="true" className={className}>
      <path d="M2 3v18" stroke="var(--cue)" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M8 6h10M8 12h10M8 18h6"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  );
}
