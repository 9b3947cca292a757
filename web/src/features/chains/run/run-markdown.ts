import type { ChainRun } from '#web/data/chains/chain-runs.ts';
import { exactTime } from '#web/lib/text/relative-time.ts';
import { titleOf } from '#web/features/chains/view/step-note.tsx';

type ExportedRun = Omit<ChainRun, 'id' | 'chainId'>;

/**
 * Returns a run as Markdown: each step with its version, the prompt as it was sent, and the answer.
 */
export function runMarkdown(run: ExportedRun): string {
  const done = run.answers.length;
  const facts = [
    `Started ${exactTime(new Date(run.startedAt))}`,
    run.state === 'finished'
      ? `finished ${exactTime(new Date(run.updatedAt))}`
      : `${done} of ${run.steps.length} steps done`,
  ];
  const steps = run.steps.flatMap((step, index) => {
    const version = step.version === null ? '' : ` (version ${step.version})`;
    const text = index < done ? step.text : step.content;
    return [
      `## Step ${index + 1}: ${oneLine(titleOf(step.title))}${version}`,
      text === null ? 'This step had no prompt to send.' : fenced(text),
      ...answerOf(run.answers[index]),
    ];
  });
  return `${[`# ${oneLine(run.title)}`, `${facts.join(', ')}.`, ...steps].join('\n\n')}\n`;
}

function answerOf(answer: string | undefined): string[] {
  if (answer === undefined) return ['*Not run yet.*'];
  return ['### Answer', answer.trim() === '' ? '*No answer was pasted.*' : answer.trim()];
}

/** Wraps a text in a code fence longer than any inside it. */
function fenced(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`{3,}/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}text\n${text}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the file name of an exported run: the chain and the date. */
export function runFileName({ title, startedAt }: Pick<ChainRun, 'title' | 'startedAt'>): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return `${slug || 'chain'}-${startedAt.slice(0, 10)}.md`;
}
