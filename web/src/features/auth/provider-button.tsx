import { KeyRound } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { signInWithProvider } from '#web/data/session/auth.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { OrDivider } from './or-divider.tsx';

interface ProviderButtonProps {
  readonly redirect: string;
  /** Whether 'or' stands above it. */
  readonly divided?: boolean;
}

/**
 * Signs in with the configured provider, if there is one. `redirect` is the path to open
 * afterwards.
 */
export function ProviderButton({ redirect, divided = true }: ProviderButtonProps) {
  const { provider } = runtimeConfig().signIn;
  const { busy, submit } = useSubmit({
    send: async () => {
      if (provider) await signInWithProvider(provider.name, redirect);
    },
    explain: (reason) => {
      const { message } = toDataError(reason);
      toast.error(messages.auth.signInFailed(message));
      return message;
    },
  });
  if (provider === null) return null;
  return (
    <>
      {divided ? <OrDivider /> : null}
      <Button
        size="large"
        busy={busy}
        onClick={() => submit()}
        icon={<KeyRound size={18} />}
        className="w-full"
      >
        <span className="min-w-0 truncate">Continue with {provider.label}</span>
      </Button>
    </>
  );
}
