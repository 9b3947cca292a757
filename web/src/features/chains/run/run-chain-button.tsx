import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { startRun } from '#web/data/chains/chain-runs.ts';
import { chainQuery, type ChainDetail } from '#web/data/chains/chains.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { progressOf } from './run-facts.tsx';
import { startProblems, stepsOfRun } from './start-check.ts';

/** The chain as it was read when the button was pressed, and its problems. */
interface Warning {
  readonly chain: ChainDetail;
  readonly problems: readonly string[];
}

/**
 * Continues the unfinished run of a chain, and starts runs. If some references or prompts are
 * missing, it lists them first.
 */
export function RunChainButton({ chain }: { readonly chain: ChainDetail }) {
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync: start } = useMutation(startRun(user.id));
  const [warning, setWarning] = useState<Warning | null>(null);
  const [busy, setBusy] = useState(false);
  // A ref, since it changes before the next render: a second press must not start a second run.
  const isStarting = useRef(false);

  async function once(act: () => Promise<void>) {
    if (isStarting.current) return;
    isStarting.current = true;
    setBusy(true);
    try {
      await act();
    } catch (reason) {
      toast.error(`The run could not be started: ${toDataError(reason).message}`);
    } finally {
      isStarting.current = false;
      setBusy(false);
    }
  }

  async function begin(current: ChainDetail) {
    const { id, title } = current;
    const run = await start({ chainId: id, title, steps: stepsOfRun(current) });
    void navigate(routes.chainRun(run.id));
  }

  function press() {
    void once(async () => {
      // Fetched again, so that the run uses exactly the chain that was checked.
      const current = await client.fetchQuery(chainQuery(chain.id));
      const problems = startProblems(current);
      if (problems.length > 0) setWarning({ chain: current, problems });
      else await begin(current);
    });
  }

  const { unfinishedRun } = chain;
  if (chain.steps.length === 0 && unfinishedRun === null) return null;
  const icon = <Play size={16} />;
  return (
    <>
      {chain.steps.length === 0 ? null : (
        <Button
          {...(unfinishedRun ? {} : { variant: 'primary', icon })}
          busy={busy && warning === null}
          onClick={press}
        >
          {unfinishedRun ? 'Start new run' : 'Run Chain'}
        </Button>
      )}
      {unfinishedRun ? (
        <ButtonLink to={routes.chainRun(unfinishedRun.id)} variant="primary" icon={icon}>
          <span>
            Continue{' '}
            <span className="ml-1 text-xs font-normal">
              {progressOf({ ...unfinishedRun, state: 'stopped' })}
            </span>
          </span>
        </ButtonLink>
      ) : null}
      <Dialog
        open={warning !== null}
        onOpenChange={() => setWarning(null)}
        title="Before you run this chain"
        description="Some steps won't work as written. You'll be asked for anything that no earlier step provides."
        footer={
          <>
            <ButtonLink to={routes.editChain(chain.id)}>Edit Chain</ButtonLink>
            <Button
              variant="primary"
              busy={busy}
              onClick={() => void once(() => (warning ? begin(warning.chain) : Promise.resolve()))}
            >
              Run anyway
            </Button>
          </>
        }
      >
        <ul className="flex flex-col gap-2 text-sm text-ink">
          {warning?.problems.map((problem) => (
            <li key={problem} className="cue-line py-1 pl-3" data-here="true">
              {problem}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
