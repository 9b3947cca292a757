import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { recordUse } from '#web/data/prompts/prompt-uses.ts';
import { useUser } from '#web/data/session/session.ts';
import { writeClipboard } from '#web/lib/react/write-clipboard.ts';
import { fillVariables } from '#templating/variables.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { addressOf, offeredTargets, openSettings, type OpenTarget } from './open-targets.ts';

interface OpenInMenuProps {
  readonly promptId: string;
  /** The prompt's text with what it includes. */
  readonly content: string;
  readonly values: Readonly<Record<string, string>>;
  /** The menu opens upwards: the button is at the foot of the screen. */
  readonly atFoot?: boolean;
}

/**
 * Opens a prompt, filled in, in an assistant. A text that is too long for an address is copied
 * first.
 */
export function OpenInMenu({ promptId, content, values, atFoot = false }: OpenInMenuProps) {
  const user = useUser();
  const { mutate: record } = useMutation(recordUse(user.id));
  const targets = offeredTargets(openSettings.use());

  async function open(target: OpenTarget) {
    const text = fillVariables(content, values);
    const address = addressOf(target, text);
    if (address === null) {
      try {
        await writeClipboard(text);
      } catch {
        toast.error(messages.prompts.copyFailed);
        return;
      }
      toast.success(
        target.pattern === null
          ? messages.prompts.copiedForPasting(target.name)
          : messages.prompts.tooLongForAddress(target.name),
      );
    }
    window.open(address ?? target.home, '_blank', 'noopener,noreferrer');
    record({ promptId, ...(Object.keys(values).length > 0 ? { values: { ...values } } : {}) });
  }

  if (targets.length === 0) return null;
  return (
    <Menu
      trigger={
        <IconButton label="Open in…" title="Open in…" className={atFoot ? 'size-11' : 'size-8'}>
          <ExternalLink size={16} />
        </IconButton>
      }
      side={atFoot ? 'top' : 'bottom'}
      items={targets.map((target) => ({
        label: target.name,
        onSelect: () => void open(target),
      }))}
    />
  );
}
