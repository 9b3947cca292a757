import { promptName } from '#contract/prompt-reference.ts';
import { exitCodes } from '../cli-error.ts';
import { type Command, jsonOption } from '../command.ts';
import { connect } from '../library/connect.ts';
import { count, formatJson, oneLine } from '../plain-text.ts';
import { readSelection, selectionOptions } from './selection.ts';

export const list: Command = {
  name: 'list',
  summary: 'List prompts with the names that get takes',
  arguments: '',
  argumentCount: [0, 0],
  details: [
    'Lists your prompts by title. A name keeps working when the prompt gets another title, because only the digits at its end count.',
    'Into a pipe, each line has name, title, version, time of the last change and tags, separated by tabs.',
  ],
  options: [...selectionOptions, jsonOption],
  examples: [
    ['cuebook list --favorites', 'List the prompts with a star'],
    ['cuebook list --group Work/Mail', 'List the prompts of a group and of those below it'],
    ['cuebook list --tag review --json', 'List the prompts with a tag, for a program'],
  ],
  async run(invocation, context) {
    const library = await connect(invocation, context);
    const found = await library.list(readSelection(invocation));
    const isJson = invocation.options.has('json');
    const groups = isJson ? await library.groups() : null;
    const prompts = found.map((prompt) => ({
      name: promptName(prompt),
      id: prompt.id,
      title: prompt.title,
      version: prompt.version,
      tags: prompt.tags,
      group: groups?.pathOf({ groupId: prompt.group_id, teamId: prompt.team_id }) ?? null,
      updatedAt: new Date(prompt.updated_at).toISOString(),
    }));
    if (isJson) {
      context.write(formatJson(prompts));
      return exitCodes.success;
    }
    const rows = prompts.map(({ name, title, version, updatedAt, tags }) => [
      oneLine(name),
      oneLine(title),
      String(version),
      context.isTerminal ? updatedAt.slice(0, 10) : updatedAt,
      oneLine(tags.join(', ')),
    ]);
    if (!context.isTerminal) {
      context.write(rows.map((row) => `${row.join('\t')}\n`).join(''));
      return exitCodes.success;
    }
    context.note(count(prompts.length, 'prompt'));
    if (rows.length > 0)
      context.write(table([['NAME', 'TITLE', 'VERSION', 'CHANGED', 'TAGS'], ...rows]));
    return exitCodes.success;
  },
};

const maxCellLength = 60;

function table(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(cut));
  const widths = (cells[0] ?? []).map((_, index) =>
    Math.max(...cells.map((row) => Array.from(row[index] ?? '').length)),
  );
  return cells
    .map((row) => {
      const padded = row.map(
        (cell, index) => cell + ' '.repeat((widths[index] ?? 0) - Array.from(cell).length),
      );
      return `${padded.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function cut(cell: string): string {
  const characters = Array.from(cell);
  return characters.length <= maxCellLength
    ? cell
    : `${characters.slice(0, maxCellLength - 1).join('')}…`;
}
