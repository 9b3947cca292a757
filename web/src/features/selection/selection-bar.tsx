import {
  Copy,
  Download,
  FolderInput,
  Globe,
  Lock,
  MoreHorizontal,
  Star,
  StarOff,
  Tag,
  Trash2,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Menu } from '#web/ui/overlay/menu.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { useBulkChanges } from './use-many.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  /** Words of the present search: 'Select all' means all that it finds. */
  readonly search: string;
  readonly onExport: (ids: string[]) => void;
  readonly onFailure: (reason: unknown) => void;
}

type Asked = 'move' | 'tag' | 'publish' | 'delete';

/** What can be done with the chosen prompts. It stays in sight while rows are chosen. */
export function SelectionBar({ selection, search, onExport, onFailure }: SelectionBarProps) {
  const { run, busy } = useBulkChanges();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [choosing, setChoosing] = useState(false);
  const ids = [...selection.ids];
  const none = ids.length === 0;
  const count = formatCount(ids.length, 'prompt');
  const close = () => setAsked(null);
  const icon = { size: 16, 'aria-hidden': true } as const;

  async function chooseAll() {
    setChoosing(true);
    try {
      await selection.chooseAll();
    } catch (reason) {
      onFailure(reason);
    } finally {
      setChoosing(false);
    }
  }

  return (
    <section
      aria-label="Selection"
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-hairline bg-surface p-2 shadow-float"
    >
      <IconButton label="Stop selecting" size="small" onClick={selection.end}>
        <X size={18} aria-hidden="true" />
      </IconButton>
      <output className="text-sm font-medium text-ink">{count} selected</output>
      <Button size="small" variant="quiet" busy={choosing} onClick={() => void chooseAll()}>
        {search.trim() === '' ? 'Select all' : 'Select all matches'}
      </Button>
      <div className="flex flex-1 items-center justify-end gap-2">
        <Button
          size="small"
          disabled={none}
          icon={<FolderInput {...icon} />}
          onClick={() => setAsked('move')}
        >
          Move
        </Button>
        <Button
          size="small"
          disabled={none}
          icon={<Tag {...icon} />}
          onClick={() => setAsked('tag')}
        >
          Tag
        </Button>
        <Menu
          side="top"
          header={`${count} selected`}
          trigger={
            <IconButton label="More for the selection" size="small" variant="secondary" busy={busy}>
              <MoreHorizontal size={18} aria-hidden="true" />
            </IconButton>
          }
          items={[
            {
              label: 'Add to favourites',
              icon: <Star {...icon} />,
              disabled: none,
              onSelect: () =>
                void run({ kind: 'favourite', ids, favourite: true }, 'added to favourites'),
            },
            {
              label: 'Remove from favourites',
              icon: <StarOff {...icon} />,
              disabled: none,
              onSelect: () =>
                void run({ kind: 'favourite', ids, favourite: false }, 'removed from favourites'),
            },
            {
              label: 'Make public…',
              icon: <Globe {...icon} />,
              disabled: none,
              onSelect: () => setAsked('publish'),
            },
            {
              label: 'Make private',
              icon: <Lock {...icon} />,
              disabled: none,
              onSelect: () => void run({ kind: 'publish', ids, isPublic: false }, 'made private'),
            },
            {
              label: 'Duplicate',
              icon: <Copy {...icon} />,
              disabled: none,
              onSelect: () => void run({ kind: 'duplicate', ids }, 'duplicated'),
            },
            {
              label: 'Export…',
              icon: <Download {...icon} />,
              disabled: none,
              onSelect: () => onExport(ids),
            },
            {
              label: 'Delete…',
              icon: <Trash2 {...icon} />,
              danger: true,
              separated: true,
              disabled: none,
              onSelect: () => setAsked('delete'),
            },
          ]}
        />
      </div>
      <MoveDialog open={asked === 'move'} onOpenChange={close} ids={ids} run={run} />
      <TagDialog open={asked === 'tag'} onOpenChange={close} ids={ids} run={run} />
      <PublishDialog
        open={asked === 'publish'}
        onOpenChange={close}
        ids={ids}
        onPublish={async () =>
          void (await run({ kind: 'publish', ids, isPublic: true }, 'made public'))
        }
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${count}?`}
        description="They leave all lists, and can be brought back from 'Recently deleted' for 30 days."
        confirmLabel={`Delete ${count}`}
        danger
        onConfirm={async () => {
          if (await run({ kind: 'delete', ids, deleted: true }, 'deleted')) selection.end();
        }}
      />
    </section>
  );
}
