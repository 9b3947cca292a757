import { useQuery, useQueryClient } from '@tanstack/react-query';
import { GitPullRequestArrow } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { needsProposalQuery } from '#web/data/proposals/proposals.ts';
import { Button } from '#web/ui/form/button.tsx';
import type { TextStart } from './use-proposal-form.ts';

const SuggestForm = lazy(() => import('./suggest-form.tsx'));

interface ProposeInsteadOptions {
  /** The prompt that is being edited; null for a new one. */
  readonly promptId: string | null;
  readonly teamId: string | null;
  /** A save was refused, maybe because the team demands proposals since. */
  readonly wasRefused: boolean;
  readonly readText: () => Promise<TextStart>;
  readonly onSent: () => void;
}

/**
 * Offers to propose the changes of an editor instead of saving them, if the prompt's team demands
 * that. `panel` is rendered in place of the editor.
 */
export function useProposeInstead(options: ProposeInsteadOptions): {
  /** Whether the text can't be saved otherwise. */
  readonly isNeeded: boolean;
  readonly propose: () => void;
  readonly offer: ReactNode;
  readonly panel: ReactNode;
} {
  const { promptId, teamId, wasRefused, readText, onSent } = options;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [written, setWritten] = useState<TextStart | null>(null);
  const needed = useQuery({
    ...needsProposalQuery(promptId ?? ''),
    enabled: promptId !== null && teamId !== null,
  });
  useEffect(() => {
    if (!wasRefused || promptId === null || teamId === null) return;
    void client.invalidateQueries({ queryKey: needsProposalQuery(promptId).queryKey });
  }, [wasRefused, promptId, teamId, client]);

  const isNeeded = needed.data === true;
  const propose = () => void readText().then(setWritten);
  const offer = isNeeded ? (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-56 text-sm text-ink">
        Programs read this prompt. Its team changes title, description, content and tags by
        proposals only. Save other changes first: a proposal leaves them out.
      </p>
      <Button size="small" icon={<GitPullRequestArrow size={15} />} onClick={propose}>
        Propose instead of saving
      </Button>
    </div>
  ) : null;

  const panel =
    written !== null && promptId !== null ? (
      <Suspense>
        <SuggestForm
          title="Propose your changes"
          promptId={promptId}
          promptTitle={written.base.text.title}
          forkId={null}
          {...written}
          onClose={() => setWritten(null)}
          onSent={(id) => {
            onSent();
            void navigate(routes.proposal(id));
          }}
        />
      </Suspense>
    ) : null;
  return { isNeeded, propose, offer, panel };
}
