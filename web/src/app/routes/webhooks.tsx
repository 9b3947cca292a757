import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useUser } from '#web/data/session/session.ts';
import { NewWebhookDialog } from '#web/features/webhooks/new-webhook-dialog.tsx';
import { WebhookList } from '#web/features/webhooks/webhook-list.tsx';
import { WebhookView } from '#web/features/webhooks/webhook-view.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Button } from '#web/ui/form/button.tsx';

/** /app/webhooks and /app/webhooks/{id} */
export function Component() {
  const { id } = useParams();
  const user = useUser();
  return (
    <div className="max-w-[880px]">
      {id === undefined ? (
        <Webhooks userId={user.id} />
      ) : (
        <WebhookView key={id} userId={user.id} webhookId={id} />
      )}
    </div>
  );
}

function Webhooks({ userId }: { readonly userId: string }) {
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <PageHeader
        title="Webhooks"
        subtitle="Your programs hear of changes and releases at once."
        back={routes.account}
        actions={
          <Button variant="primary" icon={<Plus size={18} />} onClick={() => setIsCreating(true)}>
            New Webhook
          </Button>
        }
      />
      <WebhookList userId={userId} />
      <NewWebhookDialog
        userId={userId}
        open={isCreating}
        onOpenChange={setIsCreating}
        onCreated={(id) => void navigate(routes.webhook(id))}
      />
    </>
  );
}
