import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the index of decision records, grouped by area. With --check it fails if the index is out
 * of date or a record lacks a part of its form.
 */
const folder = join(import.meta.dirname, '../docs/decisions');
const index = join(folder, 'README.md');
const sections = ['Context', 'Decision', 'Consequences', 'Revisit when'];
const mostBullets = 5;

interface DecisionRecord {
  readonly file: string;
  readonly title: string;
  readonly status: string;
  readonly area: string;
}

function parseRecord(file: string): DecisionRecord {
  const text = readFileSync(join(folder, file), 'utf8');
  const title = /^# (\d{4} .+)$/m.exec(text)?.[1];
  const facts = /^\*\*Status:\*\* (.+) · \*\*Date:\*\* \d{4}-\d{2}-\d{2} · \*\*Area:\*\* (\w+)$/m;
  const [, status, area] = facts.exec(text) ?? [];
  if (title === undefined || status === undefined || area === undefined) {
    throw new Error(
      `${file} needs "# NNNN Title" and "**Status:** … · **Date:** … · **Area:** …".`,
    );
  }
  if (!file.startsWith(`${title.slice(0, 4)}-`)) throw new Error(`${file} has another number.`);
  const found = [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  if (found.join() !== sections.join()) {
    throw new Error(`${file} needs the sections ${sections.join(', ')}, in this order.`);
  }
  const bullets = text.match(/^- /gm)?.length ?? 0;
  if (bullets > mostBullets) throw new Error(`${file} decides more than ${mostBullets} things.`);
  return { file, title, status, area };
}

function renderIndex(records: readonly DecisionRecord[]): string {
  const areas = [...new Set(records.map(({ area }) => area))];
  const parts = areas.map((area) => {
    const inArea = records.filter((record) => record.area === area);
    const lines = inArea.map(({ file, title, status }) => {
      const note = status === 'accepted' ? '' : ` (${status})`;
      return `- [${title}](${file})${note}`;
    });
    return `## ${area.slice(0, 1).toUpperCase()}${area.slice(1)}\n\n${lines.join('\n')}\n`;
  });
  const intro = [
    'Why Cuebook is built the way it is. `node tools/decision-index.ts` writes this page.',
    'A record that no longer holds is rewritten, or its status names the one that supersedes it.',
  ];
  return `# Decisions\n\n${intro.join('\n')}\n\n${parts.join('\n')}`;
}

const files = readdirSync(folder).filter((file) => /^\d{4}-.+\.md$/.test(file));
const wanted = renderIndex(files.sort().map(parseRecord));

if (!process.argv.includes('--check')) writeFileSync(index, wanted);
else if (wanted !== readFileSync(index, 'utf8')) {
  process.stderr.write(
    'The index of decisions is out of date: run node tools/decision-index.ts.\n',
  );
  process.exit(1);
}
