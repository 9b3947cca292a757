import { useParams } from 'react-router';
import { RunLoader } from '#web/features/chains/run/run-loader.tsx';
import { RunView } from '#web/features/chains/run/run-view.tsx';

/** /app/chains/runs/{id} */
export function Component() {
  const { id = '' } = useParams();
  return (
    <RunLoader key={id} id={id}>
      {(run) => <RunView run={run} />}
    </RunLoader>
  );
}
