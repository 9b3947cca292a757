import { Button } from '#web/ui/form/button.tsx';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { copyText } from '#web/ui/feedback/copy-text.ts';

/** Shows a new secret once. */
export function ShownSecret({ secret }: { readonly secret: string }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        Copy it now: you won't see it again. Your program checks with it that a request comes from
        here.
      </p>
      <code
        aria-label="Secret"
        className="rounded-md bg-sunken p-4 font-mono text-sm break-all select-all"
      >
        {secret}
      </code>
      <div>
        <Button
          variant="primary"
          icon={<CopyIcon of={secret} size={16} />}
          onClick={() => void copyText(secret)}
        >
          Copy secret
        </Button>
      </div>
    </div>
  );
}
