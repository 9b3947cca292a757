import { type Command, jsonOption } from '../command.ts';
import { type Comparison, compareFolder, describeMissing } from '../folder/compare.ts';
import { chooseFiles, findFolder, Folder, folderOption } from '../folder/folder.ts';
import { Report, type ReportLine } from '../folder/report.ts';
import { unifiedDiff } from '../folder/unified-diff.ts';
import { connect } from '../library/connect.ts';

export const diff: Command = {
  name: 'diff',
  summary: 'Show how files and library differ',
  arguments: '[FILE…]',
  argumentCount: [0, Number.POSITIVE_INFINITY],
  details: [
    'Shows what differs between the newest versions in the library (-) and the files (+), and changes nothing.',
    'With --check it prints one line for each file that differs, and exits with 3 if there is any: for CI.',
  ],
  options: [
    { name: 'check', description: 'Print states only, and exit with 3 if anything differs.' },
    folderOption,
    jsonOption,
  ],
  examples: [
    ['cuebook diff', 'Show the changes of all files'],
    ['cuebook diff --check', 'Fail if a file is not what the library has'],
  ],
  async run(invocation, context) {
    const { options } = invocation;
    const isCheck = options.has('check');
    const library = await connect(invocation, context);
    const folder = await Folder.open(await findFolder(invocation, context), library.address);
    const files = chooseFiles(folder, invocation.arguments, context);
    const report = new Report(context, { isJson: options.has('json') });
    const isWhole = invocation.arguments.length === 0;
    const compared = await compareFolder(library, folder, files);
    if (isWhole) report.addUnreadable(folder.problems);
    const lines = [...compared.flatMap(describe), ...(isWhole ? describeMissing(folder) : [])];
    for (const { diff: text, ...state } of lines) {
      report.add(
        isCheck ? { ...state, outcome: 'differs' } : { ...state, ...(text && { diff: text }) },
      );
    }
    if (report.length === 0 && !options.has('json')) context.note('No differences.');
    return report.finish();
  },
};

/** Returns the line of a report; none if nothing differs. */
function describe(comparison: Comparison): ReportLine[] {
  const { state } = comparison;
  switch (state) {
    case 'unchanged':
      return [];
    case 'new':
    case 'gone': {
      const { id, path } = comparison.file;
      return [{ state, path, id, version: null }];
    }
    case 'modified':
    case 'outdated':
    case 'diverged': {
      const { file, prompt } = comparison;
      const { id, path, values } = file;
      const { version } = prompt;
      const names = [`Cuebook, version ${version}`, path] as const;
      return [{ state, path, id, version, diff: unifiedDiff(prompt, values, names) }];
    }
  }
}
