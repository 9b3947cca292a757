import type {
  ComparedEntry,
  GroupToImport,
  PromptToImport,
  VersionToImport,
} from '#web/data/library-files/import.ts';
import type { LibraryFile } from '#web/lib/storage/library-file.ts';
import { findPlaceholders, type Notation } from '#web/lib/variables/placeholders.ts';
import { checkExportedPrompt, createGroupLookup } from './check-exported-prompt.ts';
import {
  checkExportedGroups,
  checkExportedEntries,
  type ExportedEntries,
} from './check-exported-entries.ts';
import { comparedEntries } from './compared-entries.ts';
import { checkRow } from './check-row.ts';
import { RowFault } from './check-text.ts';
import { fingerprint } from './fingerprint.ts';
import { convertedFingerprints } from './converted-fingerprint.ts';
import {
  locationOf,
  type RowLocation,
  type RowProblem,
  type SourceFile,
} from '#web/features/import/read/source-row.ts';

export interface PreparedPrompt extends RowLocation, PromptToImport {
  readonly groupName: string | null;
  /** Earlier versions, oldest first. */
  readonly versions: readonly VersionToImport[];
  /** Attached files. */
  readonly files: readonly LibraryFile[];
  readonly fingerprint: string;
  /** The notations of other tools in its content; none for an export, which uses our variables. */
  readonly notations: readonly Notation[];
  /** Its fingerprints with some of those notations converted, by their names. */
  readonly converted: Readonly<Record<string, string>>;
}

/** A row with the title and content of an earlier row. */
interface RepeatedRow extends RowLocation {
  readonly title: string;
  readonly firstRow: number;
}

/** A file after reading and checking, before it is compared with the library. */
export interface PreparedFile extends ExportedEntries {
  readonly format: SourceFile['format'];
  readonly ignored: readonly string[];
  /** The number of rows, including faulty ones. */
  readonly total: number;
  readonly prompts: readonly PreparedPrompt[];
  /** The file is an export of Cuebook or contains one; its entries refer to each other by key. */
  readonly isExport: boolean;
  readonly groups: readonly GroupToImport[];
  /** Its chains, runs, comments and uses as the database compares them with the library. */
  readonly compared: readonly ComparedEntry[];
  readonly repeated: readonly RepeatedRow[];
  readonly problems: readonly RowProblem[];
}

type Progress = (done: number, total: number) => void;

/**
 * Checks a file's rows and entries. Pure; runs in a worker. Two equal prompts of an export stay
 * two; in other files the second one counts as a repetition.
 */
export function prepareImport(
  source: SourceFile,
  onProgress: Progress = () => undefined,
): PreparedFile {
  const prompts: PreparedPrompt[] = [];
  const repeated: RepeatedRow[] = [];
  const problems: RowProblem[] = [...source.problems];
  checkExportedGroups(source.exported);
  const groups = createGroupLookup(source.exported?.groups ?? []);
  // Groups without prompts are imported too.
  for (const group of source.exported?.groups ?? []) groups.addGroup(group);
  const exportedPrompts = source.exported?.prompts ?? [];
  const total = exportedPrompts.length + source.rows.length;
  const keys = new Set<string>();

  exportedPrompts.forEach(({ prompt, location }, index) => {
    if (index % progressStep === 0) onProgress(index, total);
    try {
      if (keys.has(prompt.id)) throw new RowFault('An earlier prompt has the same id.');
      keys.add(prompt.id);
      const { item, groupName, versions, files } = checkExportedPrompt(prompt, groups);
      const print = fingerprint(item.title, item.content);
      prompts.push({
        ...locationOf(location),
        ...item,
        groupName,
        versions,
        files,
        fingerprint: print,
        notations: [],
        converted: {},
      });
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      problems.push({ ...location, title: prompt.title.slice(0, 80), reason: error.message });
    }
  });

  const firstRows = new Map<string, number>();
  source.rows.forEach((row, index) => {
    if (index % progressStep === 0) onProgress(exportedPrompts.length + index, total);
    const location = locationOf(row);
    const checked = checkRow(row);
    if ('reason' in checked) {
      const { title } = row.fields;
      problems.push({
        ...location,
        title: typeof title === 'string' ? title.slice(0, 80) : null,
        reason: checked.reason,
      });
      return;
    }
    const { group, ...prompt } = checked.prompt;
    const print = fingerprint(prompt.title, prompt.content);
    const firstRow = firstRows.get(print);
    if (firstRow !== undefined) {
      repeated.push({ ...location, title: prompt.title, firstRow });
      return;
    }
    firstRows.set(print, row.row);
    const notations = notationsIn(prompt.content);
    prompts.push({
      ...prompt,
      key: `row ${row.row}`,
      group: groups.keyOf(group),
      groupName: group,
      versions: [],
      files: [],
      fingerprint: print,
      notations,
      converted: convertedFingerprints(prompt.title, prompt.content, notations),
    });
  });
  const entries = checkExportedEntries(source.exported);
  return {
    format: source.format,
    ignored: source.ignored,
    total: total + source.problems.length,
    prompts,
    isExport: source.exported !== null,
    groups: [...groups.used.values()],
    ...entries,
    compared: comparedEntries(prompts, entries),
    repeated,
    problems: problems.sort((one, other) => one.row - other.row),
  };
}

const progressStep = 250;

function notationsIn(content: string): Notation[] {
  return [...new Set(findPlaceholders(content).map(({ notation }) => notation))];
}
