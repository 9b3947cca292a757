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
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { startProblems, stepsOfRun } from './start-check.ts';

/** What was read when the button was pressed, and what is wrong with it. */
interface Warning {
  readonly chain: ChainDetail;
  readonly problems: readonly string[];
}

/** Begins a run. What would not come out as it is meant is named before. */
export function RunChainButton({ chain }: { readonly chain: ChainDetail }) {
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync: start } = useMutation(startRun(user.id));
  const [warning, setWarning] = useState<Warning | null>(null);
  const [busy, setBusy] = useState(false);
  // At once, and not only when the page is drawn again: a second press must not begin a second run.
  const starting = useRef(false);

  async function once(act: () => Promise<void>) {
    if (starting.current) return;
    starting.current = true;
    setBusy(true);
    try {
      await act();
    } catch (reason) {
      toast.error(`The run could not begin: ${toDataError(reason).message}`);
    } finally {
      starting.current = false;
      setBusy(false);
    }
  }

  async function begin(read: ChainDetail) {
    const { id } = await start({ chainId: read.id, title: read.title, steps: stepsOfRun(read) });
    void navigate(routes.chainRun(id));
  }

  function press() {
    void once(async () => {
      // As it is now: what is run is what was checked.
      const read = await client.fetchQuery(chainQuery(chain.id));
      const problems = startProblems(read);
      if (problems.length > 0) setWarning({ chain: read, problems });
      else await begin(read);
    });
  }

  if (chain.steps.length === 0) return null;
  return (
    <>
      <Button
        variant="primary"
        icon={<Play size={16} aria-hidden="true" />}
        busy={busy && warning === null}
        onClick={press}
      >
        Run Chain
      </Button>
      <Dialog
        open={warning !== null}
        onOpenChange={(open) => {
          if (!open) setWarning(null);
        }}
        title="Before you run this chain"
        description="Some of this will not come out as it is written. What no earlier step answers, you will be asked for."
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
