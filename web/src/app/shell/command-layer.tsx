import {
  Copy,
  Download,
  FilePlus2,
  FileText,
  FolderPlus,
  Keyboard,
  ListPlus,
  LogOut,
  Monitor,
  Moon,
  Plug,
  Settings,
  Star,
  Sun,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { groupQuery } from '#web/data/groups/read-group.ts';
import { useEditsLibrary } from '#web/data/teams/use-may-edit.ts';
import { KeySheet } from '#web/features/command-palette/key-sheet.tsx';
import { Palette, type PaletteProps } from '#web/features/command-palette/palette.tsx';
import { GroupPanel } from '#web/features/groups/group-panel.tsx';
import { fillDescription } from '#web/features/prompts/copy/fill-description.ts';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { modifierKey } from '#web/lib/react/modifier-key.ts';
import { setTheme } from '#web/lib/theme/theme.ts';
import type { Command } from '#web/ui/overlay/command/command.ts';
import { OverlaySuspense } from '#web/ui/overlay/once-opened.tsx';
import { groupIdOf, teamIdOf, type Overlay } from './commands.ts';
import { libraryItems } from './navigation/library-items.ts';
import { requestSignOut } from './sign-out.ts';
import { bottomItems, isExternal, mainItems, navigation } from './navigation/navigation.ts';

const FillPanel = lazy(() => import('#web/features/prompts/copy/fill-panel.tsx'));
const ImportDialog = lazy(() => import('#web/features/import/dialog/import-dialog.tsx'));
const ExportDialog = lazy(() => import('#web/features/export/export-dialog.tsx'));

interface CommandLayerProps {
  readonly opened: Overlay | null;
  readonly onOpen: (opened: Overlay) => void;
  readonly onClose: () => void;
}

/** The dialogs and panels that can open over any page. */
export default function CommandLayer({ opened, onOpen, onClose }: CommandLayerProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = (path: string) => void navigate(path);
  const openGroupId = groupIdOf(pathname);
  // Viewers of a team create prompts of their own.
  const openGroup = useQuery({ ...groupQuery(openGroupId ?? ''), enabled: openGroupId !== null });
  const openTeamId = openGroup.data?.teamId ?? teamIdOf(pathname);
  const editsLibrary = useEditsLibrary(openTeamId);
  const isLibraryKnown = editsLibrary !== null && (openGroupId === null || !openGroup.isPending);
  // Made once: the form stays with its library when another page is shown below.
  const [newPrompt, setNewPrompt] = useState<PanelRequest | null>(null);
  if (opened === 'new-prompt') {
    if (newPrompt === null && isLibraryKnown) {
      const library = editsLibrary ? { start: { groupId: openGroupId }, teamId: openTeamId } : {};
      setNewPrompt({ mode: 'create', ...library });
    }
  } else if (newPrompt !== null) {
    setNewPrompt(null);
  }
  const { actions, dialogs } = usePromptActions();

  const promptActions: PaletteProps['promptActions'] = (prompt, copy) => [
    command('open', 'Open', FileText, () => go(routes.prompt(prompt.id)), 'Enter'),
    {
      ...command('copy', 'Fill in and copy', Copy, copy, `${modifierKey} Enter`),
      keepsOpen: true,
      runInstead: copy,
    },
    command('copy-plain', 'Copy without filling in', Copy, () =>
      actions.copyPlain({ ...prompt, content: null }),
    ),
    {
      id: 'star',
      label: prompt.starred ? 'Remove from favourites' : 'Add to favourites',
      icon: (
        <Star
          size={17}
          className={prompt.starred ? 'text-star' : undefined}
          fill={prompt.starred ? 'currentColor' : 'none'}
        />
      ),
      run: () => actions.star(prompt),
    },
  ];
  return (
    <>
      {opened === 'palette' ? (
        <Palette
          pages={pageCommands(go)}
          actions={actionCommands(onOpen, go)}
          promptActions={promptActions}
          copy={(prompt, onFill) =>
            actions.copyOrFill({ ...prompt, content: null }, ({ content }) => onFill(content))
          }
          fillDescription={fillDescription}
          renderFillForm={(prompt, content, onDone) => (
            <Suspense fallback={<div className="flex-1" />}>
              <FillPanel
                prompt={prompt}
                content={content}
                onClose={onDone}
                onCopy={(text, values) => actions.copyFilled({ ...prompt, content }, text, values)}
              />
            </Suspense>
          )}
          onOpenPath={go}
          onClose={onClose}
        />
      ) : null}
      {dialogs}
      {opened === 'import' || opened === 'export' ? (
        <OverlaySuspense>
          {opened === 'import' ? (
            <ImportDialog open onOpenChange={onClose} />
          ) : (
            <ExportDialog open onOpenChange={onClose} scope={{ kind: 'everything' }} />
          )}
        </OverlaySuspense>
      ) : null}
      {opened === 'keys' ? <KeySheet onClose={onClose} /> : null}
      <PromptPanel request={newPrompt} onClose={onClose} />
      <GroupPanel
        group={null}
        open={opened === 'new-group'}
        onOpenChange={onClose}
        onCreated={(id) => go(routes.group(id))}
      />
    </>
  );
}

function pageCommands(go: (path: string) => void): Command[] {
  const items = navigation(runtimeConfig().links);
  // 'Library' is there already, and the palette finds teams by itself.
  const shared = libraryItems([]).filter(({ to }) => to !== routes.library);
  const inside = [...mainItems(items), ...shared, ...bottomItems(items)].filter(
    (item) => !item.disabled && !isExternal(item),
  );
  return [
    ...inside.map(({ title, to, icon: Icon }) => ({
      id: `page-${to}`,
      label: title,
      icon: <Icon size={17} />,
      run: () => go(to),
    })),
    command('page-account', 'Account Settings', Settings, () => go(routes.account)),
    command('page-connect', 'Connect', Plug, () => go(routes.connect)),
  ];
}

function actionCommands(open: (overlay: Overlay) => void, go: (path: string) => void): Command[] {
  return [
    command('new-prompt', 'New Prompt', FilePlus2, () => open('new-prompt'), 'c'),
    command('new-group', 'New Group', FolderPlus, () => open('new-group')),
    command('new-chain', 'New Chain', ListPlus, () => go(routes.createChain)),
    command('import', 'Import prompts', Upload, () => open('import')),
    command('export', 'Export everything', Download, () => open('export')),
    command('keys', 'Keyboard shortcuts', Keyboard, () => open('keys'), '?'),
    command('light', 'Light theme', Sun, () => setTheme('light')),
    command('dark', 'Dark theme', Moon, () => setTheme('dark')),
    command('system', 'Match system theme', Monitor, () => setTheme('system')),
    command('leave', 'Sign Out', LogOut, () => void requestSignOut()),
  ];
}

function command(
  id: string,
  label: string,
  Icon: LucideIcon,
  run: () => void,
  hint?: string,
): Command {
  return { id, label, icon: <Icon size={17} />, run, ...(hint === undefined ? {} : { hint }) };
}
