import { Button } from '#web/ui/form/button.tsx';
import { CopyIcon } from '#web/ui/feedback/copy-icon.tsx';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { ShownOnce } from '#web/ui/feedback/shown-once.tsx';

interface CreatedTokenProps {
  readonly userId: string;
  readonly token: string;
}

/** Shows a new token once, with a request for the user's own prompts to try it. */
export function CreatedToken({ userId, token }: CreatedTokenProps) {
  const request = `curl "${location.origin}/rest/v1/prompts?select=title&user_id=eq.${userId}" \\\n  -H "Authorization: Bearer ${token}"`;
  return (
    <div className="flex flex-col gap-4">
      <ShownOnce label="Token" value={token} copyLabel="Copy token" />
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
