import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CircleHelp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  isGroupLimit,
  useLimitOptions,
  type AccessLimit,
} from '#web/data/account/access-limits.ts';
import {
  accessRequestQuery,
  answerAccessRequest,
  type AccessRequest,
} from '#web/data/account/connected-apps.ts';
import { tokenScopes } from '#web/data/account/token-scopes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';

interface ConsentFormProps {
  readonly id: string;
  readonly userId: string;
  /** Leaves the page for the app. */
  readonly openAddress: (address: string) => void;
}

/** Says which app asks for what, and lets the person allow or deny it. */
export function ConsentForm({ id, userId, openAddress }: ConsentFormProps) {
  const request = useQuery(accessRequestQuery(id, userId));
  if (request.isPending) {
    return <SkeletonRows count={4} label="Loading the request..." rowClassName="h-11" />;
  }
  if (request.isError) {
    return toDataError(request.error).status === 404 ? (
      <p className="text-sm text-ink-soft">
        This request has expired or was already answered. Start again from the app.
      </p>
    ) : (
      <ErrorState title="Couldn't load the request" {...failureOf(request)} />
    );
  }
  return <Decision request={request.data} userId={userId} openAddress={openAddress} />;
}

interface DecisionProps {
  readonly request: AccessRequest;
  readonly userId: string;
  readonly openAddress: (address: string) => void;
}

function Decision({ request, userId, openAddress }: DecisionProps) {
  const { app, scopes } = request;
  const limits = useLimitOptions(userId);
  const [limit, setLimit] = useState<AccessLimit>('');
  const [answer, setAnswer] = useState<'approve' | 'deny'>('approve');
  const [address, setAddress] = useState<string | null>(null);
  const { busy, problem, submit } = useSubmit({
    send: async () => decide('approve'),
    explain: (reason) => toDataError(reason).message,
  });
  const denial = useSubmit({
    send: async () => decide('deny'),
    explain: (reason) => toDataError(reason).message,
  });
  const canLimitToGroup = scopes.some((scope) => scope !== 'chains:read');

  async function decide(action: 'approve' | 'deny') {
    const next = await answerAccessRequest(request.id, action, action === 'approve' ? limit : '');
    setAnswer(action);
    setAddress(next);
    openAddress(next);
  }

  if (address !== null) return <Answered {...{ answer, address }} name={app.name} />;
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <AppName request={request} />
      <dl className="flex flex-col gap-4 text-sm">
        <Fact term="It wants to">
          <ul className="list-disc pl-5">
            {describe(scopes).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Fact>
        <Fact term="In the account">
          <strong className="font-medium wrap-anywhere">
            {request.email || 'a guest account'}
          </strong>
        </Fact>
        <Fact term="Access goes to">
          <strong className="font-medium wrap-anywhere">
            {request.redirectHost ?? 'a program on this device'}
          </strong>
        </Fact>
      </dl>
      <Select
        label="Where"
        name="consent-limit"
        value={limit}
        onChange={setLimit}
        hint={
          isGroupLimit(limit) && scopes.includes('chains:read')
            ? 'Without chains, which lie in no group.'
            : undefined
        }
        options={canLimitToGroup ? limits : limits.filter(({ value: each }) => !isGroupLimit(each))}
      />
      <p className="rounded-md bg-sunken px-4 py-3 text-sm">
        Allow this only if you've just started it yourself in {app.verifiedHost ?? 'the app'}.
        Somebody who sent you a link to this page would get access to your prompts.
      </p>
      {(problem ?? denial.problem) ? <Alert>{problem ?? denial.problem}</Alert> : null}
      <div className="grid grid-cols-2 gap-3">
        <Button size="large" busy={denial.busy} onClick={() => denial.submit()}>
          Deny
        </Button>
        <Button type="submit" size="large" variant="primary" busy={busy}>
          Allow
        </Button>
      </div>
      <p className="text-xs text-ink-quiet">
        You can end the access at any time on your account page.
      </p>
    </form>
  );
}

function AppName({ request: { app } }: { readonly request: AccessRequest }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="max-w-full text-lg font-medium wrap-anywhere">
        <bdi>{app.name}</bdi>
      </p>
      {app.verifiedHost === null ? (
        <>
          <Badge tone="danger" icon={<CircleHelp size={12} />}>
            Not verified
          </Badge>
          <p className="text-sm text-ink-soft">
            The app chose this name itself. Any app can choose the same one.
          </p>
        </>
      ) : (
        <Badge icon={<BadgeCheck size={12} />}>From {app.verifiedHost}</Badge>
      )}
    </div>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-quiet">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

interface AnsweredProps {
  readonly answer: 'approve' | 'deny';
  readonly address: string;
  readonly name: string;
}

/** Stays when the app opens outside this page. */
function Answered({ answer, address, name }: AnsweredProps) {
  return (
    <div className="flex flex-col gap-3 text-sm text-ink-soft">
      <output>
        {answer === 'approve' ? 'Access allowed.' : 'Access denied.'} Return to{' '}
        <bdi className="wrap-anywhere">{name}</bdi>; you can close this page.
      </output>
      <p>
        <a href={address} className={textLinkClass}>
          Nothing happened? Open the app
        </a>
      </p>
    </div>
  );
}

/** Returns what scopes allow, in words; an unknown one by its name. */
function describe(scopes: readonly string[]): readonly string[] {
  return scopes.map((name) => tokenScopes.find(({ scope }) => scope === name)?.label ?? name);
}
