import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';

/** Links to the local mailbox, if no mail server is configured. */
export function MailboxNote() {
  if (!runtimeConfig().flags.localMailbox) return null;
  return (
    <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-ink-soft">
      Email isn't set up here.{' '}
      <a href={routes.mailbox} className={textLinkClass}>
        Open the local mailbox
      </a>{' '}
      to find your link.
    </p>
  );
}
