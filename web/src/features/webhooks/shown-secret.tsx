import { ShownOnce } from '#web/ui/feedback/shown-once.tsx';

/** Shows a new secret once. */
export function ShownSecret({ secret }: { readonly secret: string }) {
  return (
    <ShownOnce
      label="Secret"
      value={secret}
      copyLabel="Copy secret"
      note="Your program checks with it that a request comes from here."
    />
  );
}
