import { useState } from 'react';
import type { WebhookEvent } from '#contract/webhook-events.ts';
import { useLimitOptions } from '#web/data/account/access-limits.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import type { WebhookInput } from '#web/data/webhooks/webhooks.ts';
import { parseUrl } from '#web/lib/values/parse-url.ts';
import { type FieldProblem, useSubmit } from '#web/lib/react/use-submit.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { SubmitRow } from '#web/ui/form/submit-row.tsx';
import { eventOptions } from './describe-events.ts';

interface WebhookFormProps {
  readonly userId: string;
  readonly initial: WebhookInput;
  readonly submitLabel: string;
  readonly onSubmit: (input: WebhookInput) => Promise<void>;
  readonly onCancel: () => void;
}

type Problem = FieldProblem<'url' | null>;

/** The database's limit. */
const urlLength = 2000;

/** The address of a webhook, its events, and the group or team to which it is limited. */
export function WebhookForm(props: WebhookFormProps) {
  const { userId, initial, submitLabel, onSubmit, onCancel } = props;
  // Other people's public prompts are readable, but not reported.
  const limitOptions = useLimitOptions(userId).map((option) =>
    option.value === '' ? { ...option, label: 'Your prompts and those of your teams' } : option,
  );
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(initial.events);
  const [limit, setLimit] = useState(initial.limit);

  const { busy, problem, submit } = useSubmit<Problem>({
    check: () => {
      const message = urlProblem(url.trim());
      if (message !== null) return { field: 'url', message };
      return events.length === 0 ? { field: null, message: 'Choose at least one event.' } : null;
    },
    send: () => onSubmit({ url: url.trim(), events, limit }),
    explain: (reason) => ({ field: null, message: toDataError(reason).message }),
  });

  function choose(event: WebhookEvent, checked: boolean) {
    const others = events.filter((each) => each !== event);
    setEvents(checked ? [...others, event] : others);
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <TextField
        label="Address"
        name="webhook-url"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/hooks/prompts"
        maxLength={urlLength}
        value={url}
        error={problem?.field === 'url' ? problem.message : null}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-medium">Send a request when</legend>
        {eventOptions.map(({ event, label }) => (
          <Checkbox
            key={event}
            name={event}
            label={label}
            checked={events.includes(event)}
            onCheckedChange={(checked) => choose(event, checked)}
          />
        ))}
      </fieldset>
      <Select
        label="Where"
        name="webhook-limit"
        value={limit}
        onChange={setLimit}
        options={limitOptions}
      />
      {problem?.field === null ? <Alert>{problem.message}</Alert> : null}
      <SubmitRow onCancel={onCancel} busy={busy}>
        {submitLabel}
      </SubmitRow>
    </form>
  );
}

function urlProblem(url: string): string | null {
  if (url === '') return 'Enter the address of your program.';
  const parsed = parseUrl(url);
  const schemes = runtimeConfig().flags.privateWebhooks ? ['https:', 'http:'] : ['https:'];
  if (parsed === null || !schemes.includes(parsed.protocol) || /\s/.test(url)) {
    return 'Enter an address that starts with https://.';
  }
  return parsed.username === '' && parsed.password === ''
    ? null
    : 'Leave the user name and password out of the address.';
}
