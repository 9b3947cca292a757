import { useQuery } from '@tanstack/react-query';
import {
  Copy,
  Download,
  FolderInput,
  FolderOutput,
  Globe,
  LayoutGrid,
  Lock,
  Star,
  StarOff,
  Tag,
  Trash2,
  Users,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import type { BulkChange } from '#web/data/prompts/bulk-changes.ts';
import { foundCountQuery } from '#web/data/search/found-count.ts';
import { useUser } from '#web/data/session/session.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button, IconButton } from '#web/ui/form/button.tsx';
import { loadWhenOpened, Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { CategoryDialog } from './category-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { PrivateDialog } from './private-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { useBulkChanges } from './use-bulk-changes.ts';
import type { Selection } from './use-selection.ts';

const DeleteDialog = loadWhenOpened(() => import('./delete-dialog.tsx'));
const TeamDialog = loadWhenOpened(() => import('./team-dialog.tsx'));

interface SelectionBarProps {
  readonly selection: Selection;
  /** The team whose prompts are listed; null for those of the person. */
  readonly teamId?: string | null;
  /** The current search: 'Select all' selects all its results. */
  readonly search: string;
  readonly onExport: (ids: string[]) => void;
  readonly onFailure: (reason: unknown) => void;
}

type OpenDialog = 'move' | 'team' | 'tag' | 'category' | 'publish' | 'private' | 'delete';

/** The actions for the selected prompts, in a bar that stays visible while the list scrolls. */
export default function SelectionBar(props: SelectionBarProps) {
  const { selection, teamId = null, search, onExport, onFailure } = props;
  const { run, busy } = useBulkChanges();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [isSelecting, setSelecting] = useState(false);
  const ids = [...selection.ids];
  const isEmpty = ids.length === 0;
  const user = useUser();
  const found = useQuery(foundCountQuery(user.id, search, undefined, false, teamId));
  // Prompts may have been added since.
  const isAll = selection.isAll && (ids.length > 1_000 || ids.length >= (found.data ?? 0));
  const count = formatCount(ids.length, 'prompt');
  const close = () => setDialog(null);
  const item = (label: string, icon: LucideIcon, onSelect: () => void) => ({
    label,
    icon,
    disabled: isEmpty,
    onSelect,
  });
  const change = (label: string, icon: LucideIcon, done: string, wanted: BulkChange) =>
    item(label, icon, () => void run(wanted, done));
  const asks = (name: OpenDialog) => ({ open: dialog === name, onOpenChange: close, ids, teamId });

  async function publish(chosen: string[], isPublic: boolean) {
    const done = isPublic ? 'made public' : 'made private';
    await run({ kind: 'publish', ids: chosen, isPublic }, done);
  }

  async function moveToTeam(...[wanted, done]: Parameters<typeof run>) {
    const ok = await run(wanted, done);
    // They leave the list of the team.
    if (ok && teamId !== null) selection.end();
    return ok;
  }

  async function selectAll() {
    if (isAll) return;
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
      data-foot="selection"
      className="sticky bottom-3 z-20 max-sm:bottom-18 mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-hairline bg-surface p-2 shadow-float"
    >
      <IconButton label="Stop selecting" size="small" onClick={selection.end}>
        <X size={18} />
      </IconButton>
      <output className="text-sm font-medium text-ink">{count} selected</output>
      <Button
        size="small"
        variant="quiet"
        busy={isSelecting}
        // Focus stays on it.
        aria-disabled={isAll}
        className="aria-disabled:opacity-50"
        onClick={() => void selectAll()}
      >
        {search.trim() === '' ? 'Select all' : 'Select all matches'}
      </Button>
      <div className="flex flex-1 items-center justify-end gap-2">
        <Button
          size="small"
          disabled={isEmpty}
          icon={<FolderInput size={16} />}
          onClick={() => setDialog('move')}
        >
          Move
        </Button>
        <Button
          size="small"
          disabled={isEmpty}
          icon={<Tag size={16} />}
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
            change('Add to favourites', Star, 'added to favourites', {
              kind: 'favourite',
              ids,
              favourite: true,
            }),
            change('Remove from favourites', StarOff, 'removed from favourites', {
              kind: 'favourite',
              ids,
              favourite: false,
            }),
            item('Set category…', LayoutGrid, () => setDialog('category')),
            ...(teamId === null
              ? [
                  item('Move to team…', Users, () => setDialog('team')),
                  item('Make public…', Globe, () => setDialog('publish')),
                  item('Make private', Lock, () => void publish(ids, false)),
                  change('Duplicate', Copy, 'duplicated', { kind: 'duplicate', ids }),
                ]
              : [
                  item('Move out of the team…', FolderOutput, () => setDialog('team')),
                  item('Make public…', Globe, () => setDialog('publish')),
                  item('Make private…', Lock, () => setDialog('private')),
                  change('Copy to My prompts', Copy, 'copied to My prompts', {
                    kind: 'duplicate',
                    ids,
                  }),
                ]),
            item('Export…', Download, () => onExport(ids)),
            {
              ...item('Delete…', Trash2, () => setDialog('delete')),
              danger: true,
            },
          ]}
        />
      </div>
      <MoveDialog {...asks('move')} run={run} />
      <TagDialog {...asks('tag')} run={run} />
      <CategoryDialog {...asks('category')} run={run} />
      <PublishDialog {...asks('publish')} onPublish={(chosen) => publish(chosen, true)} />
      {teamId === null ? null : (
        <PrivateDialog
          {...asks('private')}
          teamId={teamId}
          onConfirm={(chosen) => publish(chosen, false)}
        />
      )}
      <TeamDialog {...asks('team')} run={moveToTeam} />
      <DeleteDialog
        {...asks('delete')}
        onDelete={(chosen) => run({ kind: 'delete', ids: chosen, deleted: true }, 'deleted')}
        onDeleted={selection.end}
      />
    </section>
  );
}
