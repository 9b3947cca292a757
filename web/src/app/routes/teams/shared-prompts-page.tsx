import { useNavigate, useSearchParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { OfferedPrompts } from '#web/features/prompts/sharing/offered-prompts.tsx';
import { SharedPrompts } from '#web/features/prompts/sharing/shared-prompts.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { requestOtherAccount } from '../../shell/sign-out.ts';

/** /app/teams/shared, and /app/teams/shared?invitation={id} from a mail */
export function SharedPromptsPage() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  return (
    <>
      <PageHeader title="Shared with me" back={routes.app} />
      <OfferedPrompts
        linkedId={parameters.get('invitation')}
        onAccepted={(id) => void navigate(routes.prompt(id))}
        onDeclined={() => void navigate(routes.shared, { replace: true })}
        onSwitchAccount={() => void requestOtherAccount()}
      >
        <SharedPrompts />
      </OfferedPrompts>
    </>
  );
}
