import { Button } from '#web/ui/form/button.tsx';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { copyText } from '#web/ui/feedback/copy-text.ts';

interface CreatedTokenProps {
  readonly userId: string;
  readonly token: string;
}

/** Shows a new token once, with a request for the user's own prompts to try it. */
export function CreatedToken({ userId, token }: CreatedTokenProps) {
  const request = `curl "${location.origin}/rest/v1/prompts?select=title&user_id=eq.${userId}" \\\n  -H "Authorization: Bearer ${token}"`;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">Copy it now: you won't see it again.</p>
      <code
        aria-label="Token"
        className="rounded-md bg-sunken p-4 font-mono text-sm break-all select-all"
      >
        {token}
      </code>
      <div>
        <Button
          variant="primary"
          icon={<CopyIcon of={token} size={16} />}
          onClick={() => void copyText(token)}
        >
          Copy token
        </Button>
      </div>
      <p className="text-sm text-ink-soft">Try it in a terminal:</p>
      <pre className="overflow-x-auto rounded-md bg-sunken p-4 font-mono text-xs">{request}</pre>
      <div>
        <Button icon={<CopyIcon of={request} size={16} />} onClick={() => void copyText(request)}>
          Copy command
        </Button>
      </div>
    </div>
  );
}
