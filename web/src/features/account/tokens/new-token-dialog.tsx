import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { writingScopes, type AccessScope } from '#contract/access-scopes.ts';
import {
  isGroupLimit,
  useLimitOptions,
  type AccessLimit,
} from '#web/data/account/access-limits.ts';
import { accessTokensQuery, createAccessToken } from '#web/data/account/access-tokens.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { type FieldProblem, useSubmit } from '#web/lib/react/use-submit.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { SubmitRow } from '#web/ui/form/submit-row.tsx';
import { OneTimeSecretDialog } from '#web/ui/overlay/one-time-secret-dialog.tsx';
import { CreatedToken } from './created-token.tsx';
import { tokenScopes } from '#web/data/account/token-scopes.ts';

interface NewTokenDialogProps {
  readonly userId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Creates a token and shows it once. */
export function NewTokenDialog({ userId, open, onOpenChange }: NewTokenDialogProps) {
  return (
    <OneTimeSecretDialog<string>
      open={open}
      onOpenChange={onOpenChange}
      titles={['Create a token', 'Your new token']}
      renderForm={(showToken, cancel) => (
        <TokenForm userId={userId} onCreated={showToken} onCancel={cancel} />
      )}
      renderSecret={(token) => <CreatedToken userId={userId} token={token} />}
    />
  );
}

/** The database's limit. */
const nameLength = 100;
const dayMs = 86_400_000;
const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'never', label: 'No time limit' },
] as const;

interface TokenFormProps {
  readonly userId: string;
  readonly onCreated: (token: string) => void;
  readonly onCancel: () => void;
}

type Problem = FieldProblem<'name' | null>;

function TokenForm({ userId, onCreated, onCancel }: TokenFormProps) {
  const client = useQueryClient();
  const limits = useLimitOptions(userId);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly AccessScope[]>(['prompts:read']);
  const [limit, setLimit] = useState<AccessLimit>('');
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]['value']>('90');
  const readsChains = scopes.includes('chains:read');
  const chosenLimit = readsChains && isGroupLimit(limit) ? '' : limit;

  const { busy, problem, submit } = useSubmit<Problem>({
    check: () => {
      if (name.trim() === '') return { field: 'name', message: 'Enter a name.' };
      return scopes.length === 0 ? { field: null, message: 'Choose what the token may do.' } : null;
    },
    send: async () => {
      const token = await createAccessToken({
        name: name.trim(),
        scopes,
        limit: chosenLimit,
        expiresAt: lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * dayMs),
      });
      await client.invalidateQueries(accessTokensQuery(userId));
      onCreated(token);
    },
    explain: (reason) => ({ field: null, message: toDataError(reason).message }),
  });

  /** Selects a scope, and those that it needs; or deselects it, and those that need it. */
  function choose(scope: AccessScope, checked: boolean) {
    const others = scopes.filter((each) => each !== scope);
    if (!checked) {
      setScopes(
        scope === 'prompts:read' ? others.filter((each) => !writingScopes.includes(each)) : others,
      );
    } else if (writingScopes.includes(scope) && !others.includes('prompts:read')) {
      setScopes(['prompts:read', ...others, scope]);
    } else {
      setScopes([...others, scope]);
    }
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <TextField
        label="Name"
        name="token-name"
        autoComplete="off"
        placeholder="My editor"
        maxLength={nameLength}
        value={name}
        error={problem?.field === 'name' ? problem.message : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <fieldset className="flex flex-col gap-2.5">
        <legend className="mb-2 text-sm font-medium">It may</legend>
        {tokenScopes.map(({ scope, label }) => (
          <Checkbox
            key={scope}
            name={scope}
            label={label}
            checked={scopes.includes(scope)}
            onCheckedChange={(checked) => choose(scope, checked)}
          />
        ))}
      </fieldset>
      <Select
        label="Where"
        name="token-limit"
        value={chosenLimit}
        onChange={setLimit}
        hint={readsChains ? 'Not a group: chains lie in none.' : undefined}
        options={readsChains ? limits.filter(({ value }) => !isGroupLimit(value)) : limits}
      />
      <Select
        label="Expires after"
        name="token-lifetime"
        value={lifetime}
        onChange={setLifetime}
        options={lifetimes}
      />
      {problem?.field === null ? <Alert>{problem.message}</Alert> : null}
      <SubmitRow onCancel={onCancel} busy={busy}>
        Create token
      </SubmitRow>
    </form>
  );
}
