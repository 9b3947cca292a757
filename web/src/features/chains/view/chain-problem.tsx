import { Button } from '#web/ui/form/button.tsx';
import type { ChainSaveProblem } from '#web/features/chains/editor/use-chain-save.ts';

interface ChainProblemProps {
  readonly problem: ChainSaveProblem | null;
  /** The device cannot keep the words as a draft. */
  readonly noRoom: boolean;
  readonly onSaveAsNew: () => void;
}

const noticeClass = 'rounded-md bg-danger-wash px-4 py-3 text-sm text-danger-ink';

/** Why a chain was not saved, and what can be done about it. */
export function ChainProblem({ problem, noRoom, onSaveAsNew }: ChainProblemProps) {
  return (
    <>
      {problem ? (
        <div role="alert" className={noticeClass}>
          <p>{problem.message}</p>
          {problem.offerNew ? (
            <Button size="small" className="mt-2" onClick={onSaveAsNew}>
              Save as a new chain
            </Button>
          ) : null}
        </div>
      ) : null}
      {noRoom ? (
        <p role="alert" className={noticeClass}>
          This device has no room to keep these words as a draft. Save them before you leave.
        </p>
      ) : null}
    </>
  );
}
