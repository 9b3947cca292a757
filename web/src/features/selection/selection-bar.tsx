import {
  Copy,
  Download,
  FolderInput,
  Globe,
  LayoutGrid,
  Lock,
  Star,
  StarOff,
  Tag,
  Trash2,
  X,
} from 'lucide-react';
import { lazy, useState } from 'react';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { OnceOpened } from '#web/ui/overlay/once-opened.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { useBulkChanges } from './use-bulk-changes.ts';
import type { Selection } from './use-selection.ts';

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

interface SelectionBarProps {
  readonly selection: Selection;
  /** The current search: 'Select all' selects all its results. */
  readonly search: string;
  readonly onExport: (ids: string[]) => void;
  readonly onFailure: (reason: unknown) => void;
}

type OpenDialog = 'move' | 'tag' | 'category' | 'publish' | 'delete';

/** The actions for the selected prompts, in a bar that stays visible while the list scrolls. */
export default function SelectionBar({
  selection,
  search,
  onExport,
  onFailure,
}: SelectionBarProps) {
  const { run, busy } = useBulkChanges();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isSelecting, setSelecting] = useState(false);
  const ids = [...selection.ids];
  const isEmpty = ids.length === 0;
  const count = formatCount(ids.length, 'prompt');
  const close = () => setDialog(null);
  const icon = { size: 16, 'aria-hidden': true } as const;

  async function selectAll() {
    setSelecting(true);
    try {
      await selection.selectAll();
    } catch (reason) {
      onFailure(reason);
    } finally {
      setSelecting(false);
    }
  }

  return (
    <section
      aria-label="Selection"
      data-foot
      className="sticky bottom-3 z-20 max-sm:bottom-18 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-hairline bg-surface p-2 shadow-float"
    >
      <IconButton label="Stop selecting" size="small" onClick={selection.end}>
        <X size={18} />
      </IconButton>
      <output className="text-sm font-medium text-ink">{count} selected</output>
      <Button size="small" variant="quiet" busy={isSelecting} onClick={() => void selectAll()}>
        {search.trim() === '' ? 'Select all' : 'Select all matches'}
      </Button>
      <div className="flex flex-1 items-center justify-end gap-2">
        <Button
          size="small"
          disabled={isEmpty}
          icon={<FolderInput {...icon} />}
          onClick={() => setDialog('move')}
        >
          Move
        </Button>
        <Button
          size="small"
          disabled={isEmpty}
          icon={<Tag {...icon} />}
          onClick={() => setDialog('tag')}
        >
          Tag
        </Button>
        <Menu
          side="top"
          header={`${count} selected`}
          trigger={
            <MoreButton label="More actions for the selection" variant="secondary" busy={busy} />
          }
          items={[
            {
              label: 'Add to favourites',
              icon: <Star {...icon} />,
              disabled: isEmpty,
              onSelect: () =>
                void run({ kind: 'favourite', ids, favourite: true }, 'added to favourites'),
            },
            {
              label: 'Remove from favourites',
              icon: <StarOff {...icon} />,
              disabled: isEmpty,
              onSelect: () =>
                void run({ kind: 'favourite', ids, favourite: false }, 'removed from favourites'),
            },
            {
              label: 'Set category…',
              icon: <LayoutGrid {...icon} />,
              disabled: isEmpty,
              onSelect: () => setDialog('category'),
            },
            {
              label: 'Make public…',
              icon: <Globe {...icon} />,
              disabled: isEmpty,
              onSelect: () => setDialog('publish'),
            },
            {
              label: 'Make private',
              icon: <Lock {...icon} />,
              disabled: isEmpty,
              onSelect: () => void run({ kind: 'publish', ids, isPublic: false }, 'made private'),
            },
            {
              label: 'Duplicate',
              icon: <Copy {...icon} />,
              disabled: isEmpty,
              onSelect: () => void run({ kind: 'duplicate', ids }, 'duplicated'),
            },
            {
              label: 'Export…',
              icon: <Download {...icon} />,
              disabled: isEmpty,
              onSelect: () => onExport(ids),
            },
            {
              label: 'Delete…',
              icon: <Trash2 {...icon} />,
              danger: true,
              separated: true,
              disabled: isEmpty,
              onSelect: () => setDialog('delete'),
            },
          ]}
        />
      </div>
      <MoveDialog open={dialog === 'move'} onOpenChange={close} ids={ids} run={run} />
      <TagDialog open={dialog === 'tag'} onOpenChange={close} ids={ids} run={run} />
      <CategoryDialog open={dialog === 'category'} onOpenChange={close} ids={ids} run={run} />
      <PublishDialog
        open={dialog === 'publish'}
        onOpenChange={close}
        ids={ids}
        onPublish={async () =>
          void (await run({ kind: 'publish', ids, isPublic: true }, 'made public'))
        }
      />
      <OnceOpened open={dialog === 'delete'}>
        <DeleteDialog
          open={dialog === 'delete'}
          onOpenChange={close}
          ids={ids}
          onDelete={() => run({ kind: 'delete', ids, deleted: true }, 'deleted')}
          onDeleted={selection.end}
        />
      </OnceOpened>
    </section>
  );
}
