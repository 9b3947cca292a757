import { Monitor, Smartphone } from 'lucide-react';
import type { OpenSession } from '#web/data/session/sessions.ts';
import { deviceName } from '#web/lib/session/device-name.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';

interface SessionRowProps {
  readonly session: OpenSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

/** One of the user's sessions. */
export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const name = deviceName(session.userAgent);
  const Icon = /iPhone|iPad|Android/.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline py-3 first:pt-0">
      <Icon size={20} strokeWidth={1.75} className="text-ink-quiet" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {name}
          {session.isCurrent ? <Badge>This device</Badge> : null}
        </p>
        <p className="text-xs break-words text-ink-quiet">
          Last used <RelativeTime at={session.lastUsedAt} />
          {session.ip === null ? null : ` · ${session.ip}`}
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button size="small" busy={busy} onClick={onEnd} aria-label={`Sign out on ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}
