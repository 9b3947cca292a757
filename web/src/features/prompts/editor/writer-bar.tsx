import { ArrowLeft, PanelRight } from 'lucide-react';
import { pageBarClass } from '#web/features/prompts/page/page-bar-class.ts';
import { RemarkCount } from '#web/features/prompts/panel/content-remarks.tsx';
import { submitLabels, type PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { Button, IconButton } from '#web/ui/form/button.tsx';

interface WriterBarProps {
  readonly mode: PanelRequest['mode'];
  readonly content: string;
  readonly busy: boolean;
  readonly onBack: () => void;
  /** Null: there is nothing to discard. */
  readonly onDiscard: (() => void) | null;
  /** Null: the details are beside the text. */
  readonly onDetails: (() => void) | null;
}

/** The bar above the page to write a prompt on. */
export function WriterBar({ mode, content, busy, onBack, onDiscard, onDetails }: WriterBarProps) {
  return (
    <div data-page-bar className={cx(pageBarClass, 'mb-3 border-transparent')}>
      <IconButton label="Back" className="-ml-2" onClick={onBack}>
        <ArrowLeft size={20} />
      </IconButton>
      <span className="grow" />
      {onDiscard === null ? null : (
        <Button variant="quiet" size="small" className="max-sm:!px-2" onClick={onDiscard}>
          Discard
        </Button>
      )}
      {onDetails === null ? null : (
        <Button
          data-tooltip="Details"
          size="small"
          // On a phone all buttons fit on one line, also with 'Discard'.
          className="max-sm:!px-3"
          icon={<PanelRight size={17} />}
          onClick={onDetails}
        >
          <span className="max-sm:sr-only">Details</span>
          <RemarkCount content={content} />
        </Button>
      )}
      <Button type="submit" variant="primary" size="small" busy={busy}>
        {submitLabels[mode]}
      </Button>
    </div>
  );
}
