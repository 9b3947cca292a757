import { Mail } from 'lucide-react';
import { routes } from '#contract/routes.ts';
import { changeEmail } from '#web/data/account/account.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { toastFailure } from './toast-failure.ts';

/** An email change that isn't confirmed by both links yet. */
export function PendingEmailChange({ from, to }: { readonly from: string; readonly to: string }) {
  const { busy, submit } = useSubmit({
    send: async () => {
      await changeEmail(to);
      toast.success('Both links sent again');
    },
    explain: toastFailure,
  });
  return (
    <div className="flex gap-3 rounded-lg border border-hairline p-4 text-sm text-ink-soft">
      <Mail size={18} className="mt-0.5 shrink-0 text-ink-quiet" />
      <div className="flex min-w-0 flex-col gap-2">
        <p>
          We sent a link to <Address>{from}</Address> and one to <Address>{to}</Address>. Your email
          changes once you've opened both.
        </p>
        {runtimeConfig().flags.localMailbox ? (
          <p>
            Email isn't set up here.{' '}
            <a href={routes.mailbox} className={textLinkClass}>
              Open the local mailbox
            </a>{' '}
            to find both links.
          </p>
        ) : null}
        <Button size="small" busy={busy} onClick={() => submit()} className="self-start">
          Send both again
        </Button>
      </div>
    </div>
  );
}

function Address({ children }: { readonly children: string }) {
  return <strong className="font-medium wrap-anywhere text-ink">{children}</strong>;
}
