import type {
  GroupToImport,
  PromptToImport,
  VersionToImport,
} from '#web/data/library-files/import.ts';
import { findPlaceholders, type Notation } from '#web/lib/variables/placeholders.ts';
import { checkOwnPrompt, groupFinder } from './check-own-prompt.ts';
import { checkOwnGroups, checkOwnRest, type OwnRest } from './check-own-rest.ts';
import { checkRow } from './check-row.ts';
import { RowFault } from './check-text.ts';
import { fingerprint } from './fingerprint.ts';
import { convertedFingerprints } from './converted-fingerprint.ts';
import {
  placeOf,
  type RowPlace,
  type RowProblem,
  type SourceFile,
} from '#web/features/import/read/source-row.ts';

export interface PreparedPrompt extends RowPlace, PromptToImport {
  readonly groupName: string | null;
  /** What it was before, oldest first. */
  readonly versions: readonly VersionToImport[];
  readonly fingerprint: string;
  /** In which notations of other tools its content holds placeholders; of an export none, its variables are ours. */
  readonly notations: readonly Notation[];
  /** Its fingerprints once some of those are made variables, by their names. */
  readonly converted: Readonly<Record<string, string>>;
}

/** A row with the title and content of an earlier row of the same file. */
interface RepeatedRow extends RowPlace {
  readonly title: string;
  readonly firstRow: number;
}

/** A file, read and checked, before anybody asked whether its prompts are known already. */
export interface PreparedFile extends OwnRest {
  readonly format: SourceFile['format'];
  readonly ignored: readonly string[];
  /** How many rows the file has, faulty ones included. */
  readonly total: number;
  readonly prompts: readonly PreparedPrompt[];
  /** It is an export of Cuebook, or has one in it: whatever refers to another entry is told by its key. */
  readonly own: boolean;
  readonly groups: readonly GroupToImport[];
  readonly repeated: readonly RepeatedRow[];
  readonly problems: readonly RowProblem[];
}

type Progress = (done: number, total: number) => void;

/**
 * Checks what was read: pure, and meant for a worker. `onProgress` hears how many rows are done of how many. Of what
 * Cuebook has written itself, two prompts with the same words are two; elsewhere the second repeats the first.
 */
export function prepareImport(
  source: SourceFile,
  onProgress: Progress = () => undefined,
): PreparedFile {
  const prompts: PreparedPrompt[] = [];
  const repeated: RepeatedRow[] = [];
  const problems: RowProblem[] = [...source.problems];
  const groups = groupFinder(source.own?.groups ?? []);
  checkOwnGroups(source.own);
  // Groups without prompts come along too.
  for (const group of source.own?.groups ?? []) groups.keyOf(group.name, group.id);
  const own = source.own?.prompts ?? [];
  const total = own.length + source.rows.length;
  const keys = new Set<string>();

  own.forEach(({ prompt, place }, index) => {
    if (index % progressStep === 0) onProgress(index, total);
    try {
      if (keys.has(prompt.id)) throw new RowFault('Its id is that of a prompt before it.');
      keys.add(prompt.id);
      const { item, groupName, versions } = checkOwnPrompt(prompt, groups);
      const print = fingerprint(item.title, item.content);
      prompts.push({
        ...placeOf(place),
        ...item,
        groupName,
        versions,
        fingerprint: print,
        notations: [],
        converted: {},
      });
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      problems.push({ ...place, title: prompt.title.slice(0, 80), reason: error.message });
    }
  });

  const firstRows = new Map<string, number>();
  source.rows.forEach((row, index) => {
    if (index % progressStep === 0) onProgress(own.length + index, total);
    const place = placeOf(row);
    const checked = checkRow(row);
    if ('reason' in checked) {
      const { title } = row.fields;
      problems.push({
        ...place,
        title: typeof title === 'string' ? title.slice(0, 80) : null,
        reason: checked.reason,
      });
      return;
    }
    const { group, ...prompt } = checked.prompt;
    const print = fingerprint(prompt.title, prompt.content);
    const firstRow = firstRows.get(print);
    if (firstRow !== undefined) {
      repeated.push({ ...place, title: prompt.title, firstRow });
      return;
    }
    firstRows.set(print, row.row);
    const notations = notationsIn(prompt.content);
    prompts.push({
      ...prompt,
      key: `row ${row.row}`,
      group: groups.keyOf(group, null),
      groupName: group,
      versions: [],
      fingerprint: print,
      notations,
      converted: convertedFingerprints(prompt.title, prompt.content, notations),
    });
  });
  return {
    format: source.format,
    ignored: source.ignored,
    total: total + source.problems.length,
    prompts,
    own: source.own !== null,
    groups: [...groups.made.values()],
    ...checkOwnRest(source.own),
    repeated,
    problems: problems.sort((one, other) => one.row - other.row),
  };
}

const progressStep = 250;

function notationsIn(content: string): Notation[] {
  return [...new Set(findPlaceholders(content).map(({ notation }) => notation))];
}
