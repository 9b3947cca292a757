import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeOrCheck } from './generated-file/write-or-check.ts';

/**
 * Writes the index of decision records, grouped by area, which is the folder a record is in. With
 * --check it fails if the index is out of date or a record lacks a part of its form.
 */
const folder = join(import.meta.dirname, '../docs/decisions');
const sections = ['Context', 'Decision', 'Consequences', 'Revisit when'];
const maxBullets = 5;

interface DecisionRecord {
  readonly path: string;
  readonly title: string;
  readonly status: string;
}

function parseRecord(path: string): DecisionRecord {
  const text = readFileSync(join(folder, path), 'utf8');
  const title = /^# (\d{4} .+)$/m.exec(text)?.[1];
  const facts = /^\*\*Status:\*\* (.+) · \*\*Date:\*\* \d{4}-\d{2}-\d{2} · \*\*Area:\*\* (\w+)$/m;
  const [, status, area] = facts.exec(text) ?? [];
  if (title === undefined || status === undefined || area === undefined) {
    throw new Error(
      `${path} needs "# NNNN Title" and "**Status:** … · **Date:** … · **Area:** …".`,
    );
  }
  if (!path.startsWith(`${area}/${title.slice(0, 4)}-`)) {
    throw new Error(
      `${path}: the folder must be the area, and the file must start with the number.`,
    );
  }
  const found = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  if (found.join() !== sections.join()) {
    throw new Error(`${path} needs the sections ${sections.join(', ')}, in this order.`);
  }
  const bullets = text.match(/^- /gm)?.length ?? 0;
  if (bullets > maxBullets) throw new Error(`${path} has more than ${maxBullets} bullets.`);
  return { path, title, status };
}

function renderArea(area: string, records: readonly DecisionRecord[]): string {
  const lines = records.map(({ path, title, status }) => {
    const note = status === 'accepted' ? '' : ` (${status})`;
    return `- [${title}](${path})${note}`;
  });
  return `## ${area.slice(0, 1).toUpperCase()}${area.slice(1)}\n\n${lines.join('\n')}\n`;
}

function renderIndex(paths: readonly string[]): string {
  const records = paths.map(parseRecord);
  const areas = [...new Set(paths.map(dirname))].map((area) =>
    renderArea(
      area,
      records.filter(({ path }) => dirname(path) === area),
    ),
  );
  const intro = [
    'Why Cuebook is built the way it is. `npm run generate` writes this page.',
    'A record that no longer holds is rewritten, or its status names the one that supersedes it.',
    'Numbers are never reused, so some are missing.',
  ];
  return `# Decisions\n\n${intro.join('\n')}\n\n${areas.join('\n')}`;
}

const paths = globSync('*/*.md', { cwd: folder }).sort();
writeOrCheck(join(folder, 'README.md'), renderIndex(paths));
