import {
  FilePlus2,
  FolderPlus,
  Keyboard,
  ListPlus,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
} from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { KeySheet } from '#web/features/command-palette/key-sheet.tsx';
import { Palette } from '#web/features/command-palette/palette.tsx';
import { GroupPanel } from '#web/features/groups/group-panel.tsx';
import { PromptPanel } from '#web/features/prompts/panel/prompt-panel.tsx';
import { setTheme } from '#web/lib/theme/theme.ts';
import type { Command } from '#web/ui/overlay/command-window.tsx';
import { groupShownAt, type Opened } from './commands.ts';
import { signOutAndLeave } from './leave.ts';
import { bottomItems, isExternal, listedItems, navigation } from './navigation.ts';

interface CommandLayerProps {
  readonly opened: Opened | null;
  readonly onOpen: (opened: Opened) => void;
  readonly onClose: () => void;
}

/** The windows that open over any page. */
export default function CommandLayer({ opened, onOpen, onClose }: CommandLayerProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = (path: string) => void navigate(path);
  const groupId = groupShownAt(pathname);
  return (
    <>
      {opened === 'palette' ? (
        <Palette
          pages={pagesToGoTo(go)}
          actions={actions(onOpen, go)}
          onOpenPath={go}
          onClose={onClose}
        />
      ) : null}
      {opened === 'keys' ? <KeySheet onClose={onClose} /> : null}
      <PromptPanel
        request={
          opened === 'new-prompt'
            ? { mode: 'create', ...(groupId === null ? {} : { start: { groupId } }) }
            : null
        }
        onClose={onClose}
      />
      <GroupPanel
        group={null}
        open={opened === 'new-group'}
        onOpenChange={onClose}
        onCreated={(id) => go(routes.group(id))}
      />
    </>
  );
}

function pagesToGoTo(go: (path: string) => void): Command[] {
  const items = navigation(runtimeConfig().links);
  const inside = [...listedItems(items), ...bottomItems(items)].filter(
    (item) => !item.disabled && !isExternal(item),
  );
  return [
    ...inside.map(({ title, to, icon: Icon }) => ({
      id: `page-${to}`,
      label: title,
      icon: Icon ? <Icon size={17} /> : null,
      run: () => go(to),
    })),
    {
      id: 'page-account',
      label: 'Account Settings',
      icon: <Settings size={17} />,
      run: () => go(routes.account),
    },
  ];
}

function actions(open: (what: Opened) => void, go: (path: string) => void): Command[] {
  return [
    {
      id: 'new-prompt',
      label: 'New Prompt',
      icon: <FilePlus2 size={17} />,
      hint: 'c',
      run: () => open('new-prompt'),
    },
    {
      id: 'new-group',
      label: 'New Group',
      icon: <FolderPlus size={17} />,
      run: () => open('new-group'),
    },
    {
      id: 'new-chain',
      label: 'New Chain',
      icon: <ListPlus size={17} />,
      run: () => go(routes.createChain),
    },
    {
      id: 'keys',
      label: 'Keyboard shortcuts',
      icon: <Keyboard size={17} />,
      hint: '?',
      run: () => open('keys'),
    },
    {
      id: 'light',
      label: 'Light theme',
      icon: <Sun size={17} />,
      run: () => setTheme('light'),
    },
    { id: 'dark', label: 'Dark theme', icon: <Moon size={17} />, run: () => setTheme('dark') },
    {
      id: 'system',
      label: 'Match system theme',
      icon: <Monitor size={17} />,
      run: () => setTheme('system'),
    },
    {
      id: 'leave',
      label: 'Sign Out',
      icon: <LogOut size={17} />,
      run: () => void signOutAndLeave(),
    },
  ];
}
