import { useParams, useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { ProposalList } from '#web/features/prompts/proposals/proposal-list.tsx';
import { ProposalView } from '#web/features/prompts/proposals/proposal-view.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Tabs } from '#web/ui/form/tabs.tsx';

/** /app/proposals, with `?box=sent` and `?state=answered`, and /app/proposals/{id} */
export function Component() {
  const { id } = useParams();
  return id === undefined ? <Proposals /> : <ProposalView key={id} id={id} />;
}

const boxes = [
  { value: 'review', label: 'To review' },
  { value: 'sent', label: 'Sent' },
] as const;

function Proposals() {
  const [parameters, setParameters] = useSearchParams();
  const box = parameters.get('box') === 'sent' ? 'sent' : 'review';
  const state = parameters.get('state') === 'answered' ? 'answered' : 'open';

  function show(nextBox: typeof box, nextState: typeof state) {
    const next = {
      ...(nextBox === 'sent' ? { box: nextBox } : {}),
      ...(nextState === 'answered' ? { state: nextState } : {}),
    };
    setParameters(next, { replace: true });
  }

  return (
    <>
      <PageHeader
        title="Proposals"
        back={routes.app}
        subtitle="Edits that people suggest for prompts of others"
      />
      <Tabs
        label="Proposals"
        value={box}
        onChange={(next) => show(next, state)}
        tabs={boxes}
        aside={
          <Segmented
            label="State"
            value={state}
            onChange={(next) => show(box, next)}
            className="mb-1"
            options={[
              { value: 'open', label: 'Open' },
              { value: 'answered', label: 'Answered' },
            ]}
          />
        }
      >
        <ProposalList key={`${box} ${state}`} box={box} isOpen={state === 'open'} />
      </Tabs>
    </>
  );
}
