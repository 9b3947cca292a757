import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifExists } from '#contract/if-exists.ts';
import { slugOf } from '#contract/prompt-reference.ts';
import { fileName } from '#text/file-names.ts';
import { CliError, exitCodes, messageOf } from '../cli-error.ts';
import { type Command, type Invocation, jsonOption } from '../command.ts';
import { formatNames, formats, isFormatName, shortDescription } from '../export/formats.ts';
import { Report } from '../folder/report.ts';
import { writeAtomically } from '../folder/write-atomically.ts';
import { connect } from '../library/connect.ts';
import type { Library } from '../library/library.ts';
import type { ResolvedPrompt } from '../library/prompt-rows.ts';
import { oneLine } from '../plain-text.ts';
import { readSelection, selectionOptions } from './selection.ts';

export const exportPrompts: Command = {
  name: 'export',
  summary: 'Write prompts as files of other tools',
  arguments: '[NAME[@VERSION|@LABEL]…]',
  argumentCount: [0, Number.POSITIVE_INFINITY],
  details: [
    'Writes prompts as files that other tools read, with the prompts that they include. Name them, or choose them by --favorites, --group, --tag, --team or --all.',
    `The formats are ${formatNames.join(', ')}: ${Object.values(formats)
      .map(({ summary }) => summary)
      .join('; ')}.`,
    'A file that is there already and differs is replaced only with --force.',
  ],
  options: [
    { name: 'format', value: 'FORMAT', description: `One of ${formatNames.join(', ')}.` },
    ...selectionOptions,
    { name: 'all', description: 'All of your prompts.' },
    {
      name: 'dir',
      short: 'd',
      value: 'FOLDER',
      description: 'The folder of the project; otherwise the current one.',
    },
    { name: 'force', description: 'Replace files that differ.' },
    jsonOption,
  ],
  examples: [
    [
      'cuebook export --format claude-command --favorites',
      'Write the prompts with a star as commands of Claude Code',
    ],
    [
      'cuebook export --format agent-skill review-0193f2a4b5c61d2e@3 --dir ~/project',
      'Write a version of a prompt as a skill of a project',
    ],
  ],
  async run(invocation, context) {
    const { options } = invocation;
    const formatName = options.get('format') ?? '';
    if (!isFormatName(formatName)) {
      throw new CliError(
        `Name a format: --format ${formatNames.join(', --format ')}.`,
        exitCodes.usage,
      );
    }
    const format = formats[formatName];
    const root = resolve(context.currentFolder, options.get('dir') ?? '.');
    const library = await connect(invocation, context);
    const report = new Report(context, { isJson: options.has('json') });
    for (const [name, prompt] of nameUniquely(await choosePrompts(library, invocation))) {
      const path = format.pathOf(name);
      const { id, version, title, text } = prompt;
      const about = { path, id, version };
      const description = shortDescription(prompt.description ?? '') || shortDescription(title);
      let file: string;
      try {
        file = format.write({ name, description, text });
      } catch (error) {
        const note = `${oneLine(title)} was not exported: ${messageOf(error)}`;
        report.add({ ...about, state: 'refused', note, outcome: 'failed' });
        continue;
      }
      const present = await ifExists(readFile(join(root, path), 'utf8'));
      if (present !== null && present !== file && !options.has('force')) {
        const note = 'a different file is there. Use --force to replace it.';
        report.add({ ...about, state: 'exists', note, outcome: 'differs' });
        continue;
      }
      if (present !== file) await writeAtomically(join(root, path), file);
      const warning = format.warn(text);
      const state = present === file ? 'unchanged' : 'exported';
      report.add({ ...about, state, ...(warning !== null && { note: `warning: ${warning}` }) });
    }
    return report.finish();
  },
};

async function choosePrompts(
  library: Library,
  invocation: Invocation,
): Promise<readonly ResolvedPrompt[]> {
  const { arguments: names, options } = invocation;
  const isSelected = selectionOptions.some(({ name }) => options.has(name)) || options.has('all');
  if (names.length > 0 === isSelected) {
    throw new CliError(
      'Name prompts, or choose them by --favorites, --group, --tag, --team or --all.',
      exitCodes.usage,
    );
  }
  if (names.length > 0) {
    const found: ResolvedPrompt[] = [];
    for (const name of names) found.push(await library.resolve(name));
    return found;
  }
  const listed = await library.list(readSelection(invocation));
  return library.resolveAll(listed.map(({ id }) => id));
}

/** Gives each prompt the slug of its title, or its name where the slug is no name of one file. */
function nameUniquely(
  prompts: readonly ResolvedPrompt[],
): [name: string, prompt: ResolvedPrompt][] {
  const slugs = prompts.map(({ title }) => slugOf(title));
  const names = new Set(prompts.map(({ name }) => name));
  return prompts.map((prompt, index) => {
    const slug = slugs[index] ?? '';
    const isUnique = slugs.indexOf(slug) === slugs.lastIndexOf(slug) && !names.has(slug);
    return [isUnique && fileName(slug) === slug ? slug : prompt.name, prompt];
  });
}
