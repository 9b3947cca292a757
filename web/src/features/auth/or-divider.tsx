/** 'or' between two ways to sign in. */
export function OrDivider() {
  return (
    <div className="flex items-center gap-3 text-xs text-ink-quiet">
      <span className="h-px flex-1 bg-hairline" />
      or
      <span className="h-px flex-1 bg-hairline" />
    </div>
  );
}
