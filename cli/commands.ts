import type { Command } from './command.ts';
import { diff } from './commands/diff.ts';
import { exportPrompts } from './commands/export.ts';
import { get } from './commands/get.ts';
import { list } from './commands/list.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { pull } from './commands/pull.ts';
import { push } from './commands/push.ts';

/** The commands, in the order in which help lists them. */
export const commands: readonly Command[] = [
  login,
  logout,
  list,
  get,
  pull,
  push,
  diff,
  exportPrompts,
];
