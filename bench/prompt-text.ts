import { createRandom, pick } from './random.ts';

/* Parts of realistic prompts, not all ASCII. */
const roles = [
  'an experienced data analyst',
  'a patient mathematics teacher',
  'a senior backend engineer',
  'an editor of popular science',
  'a product manager in a small company',
  'a travel planner',
  'a careful contract lawyer',
  'a nutritionist',
  'a recruiter for technical roles',
  'a support agent who never loses patience',
  'a database administrator',
  'a copywriter',
];
const tasks = [
  'summarise the text below for a reader who has two minutes',
  'find the three weakest points of the plan and propose one change for each',
  'rewrite the paragraph so that a twelve year old understands it',
  'turn these notes into a table with the columns topic, decision, owner and date',
  'write a polite answer that says no and offers an alternative',
  'review the code for errors that only show under load',
  'draft five subject lines, none longer than fifty characters',
  'compare both offers and say which one you would take, and why',
];
const rules = [
  'Ask before you assume anything that would change the result.',
  'Answer in {{language}}, in short sentences, without headings.',
  'Keep every number exactly as it stands in the source.',
  'If something is missing, list it at the end under “Open questions”.',
  'Give one example from {{industry}} for each point.',
  'Don’t repeat the question – and don’t apologise.',
  'Say how sure you are, from 1 to 5, behind each statement.',
  'Write for {{audience}}; avoid words that only experts use.',
  'Show the intermediate steps, then the result on a line of its own.',
  'When two readings are possible, treat both, the likelier one first.',
];
export const tags = [
  'writing',
  'analysis',
  'code',
  'marketing',
  'research',
  'e-mail',
  'teaching',
  'sales',
];
export const categories = ['Development', 'Marketing', 'Research', 'Communication', 'Sales', null];

export interface PromptText {
  readonly title: string;
  readonly content: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly isPublic: boolean;
}

/**
 * Returns a prompt with 300 to 3,000 characters of content, shorter ones more often; three in ten
 * are public. Equal numbers give equal prompts.
 */
export function promptText(number: number): PromptText {
  const next = createRandom(number);
  const task = pick(tasks, next());
  const role = pick(roles, next());
  const length = Math.round(300 * 10 ** next());
  let content = `Act as ${role}. Your task: ${task}.\n\n`;
  for (let point = 1; content.length < length; point += 1) {
    content += `${point}. ${pick(rules, next())} ${pick(rules, next())}\n`;
  }
  return {
    title: `${task.charAt(0).toUpperCase()}${task.slice(1, 50)} (${number})`,
    content: content.slice(0, length).padEnd(300, '.'),
    description: `For ${role}: ${task}.`,
    tags: [...new Set([pick(tags, next()), pick(tags, next())])],
    category: pick(categories, next()),
    isPublic: next() < 0.3,
  };
}
