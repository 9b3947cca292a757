import type { Database } from '#contract/database.types.ts';

/** The server that is spoken to, and the key that proves who speaks. */
export interface Operator {
  /** Address of the running server, without a path. */
  readonly url: string;
  readonly secretKey: string;
}

type Report = Database['public']['Functions']['open_reports']['Returns'][number];

export const usage = `npm run moderate -- COMMAND

  reports                     what readers reported and nobody closed, oldest first
  take-down PROMPT 'REASON'   makes a prompt private until it is released; its owner reads the reason
  release PROMPT              lets the owner make it public again
  remove-comment COMMENT      removes a comment, and the reports of it, for good
  close REPORT                closes a report without doing anything

It speaks to the running server (--url, else SITE_URL, else PORT on this machine) with the secret key of DATA_DIR.
`;

/** Runs a command and gives what it says. Throws an Error whose message can be shown. */
export async function moderate(
  operator: Operator,
  command: string,
  parameters: readonly string[],
): Promise<string> {
  const [id = '', reason = ''] = parameters;
  switch (command) {
    case 'reports':
      return listReports(operator);
    case 'take-down':
      if (id === '' || reason.trim() === '') throw new Error(usage);
      await ask(operator, 'POST', 'rpc/take_down_prompt', { prompt_id: id, reason });
      return `The prompt ${id} is taken down.\n`;
    case 'release':
      await ask(operator, 'POST', 'rpc/release_prompt', { prompt_id: id });
      return `The prompt ${id} is released: its owner may make it public again.\n`;
    case 'remove-comment':
      requireOne(await ask(operator, 'DELETE', `comments?id=eq.${encodeURIComponent(id)}`));
      return `The comment ${id} is removed.\n`;
    case 'close': {
      const path = `reports?id=eq.${encodeURIComponent(id)}`;
      requireOne(await ask(operator, 'PATCH', path, { closed_at: new Date().toISOString() }));
      return `The report ${id} is closed.\n`;
    }
    default:
      throw new Error(`There is no command '${command}'.\n\n${usage}`);
  }
}

async function listReports(operator: Operator): Promise<string> {
  const lines: string[] = [];
  let after: string | null = null;
  for (;;) {
    const page = (await ask(operator, 'POST', 'rpc/open_reports', {
      after,
      page_size: 100,
    })) as readonly Report[];
    lines.push(...page.map(shown));
    if (page.length < 100) break;
    after = page.at(-1)?.id ?? null;
  }
  return lines.length === 0 ? 'Nothing is reported.\n' : `${lines.join('\n')}\n`;
}

function shown(report: Report): string {
  const about =
    report.comment_id === null
      ? `prompt  ${report.prompt_id}  "${oneLine(report.prompt_title)}" by ${report.author_name ?? 'Anonymous'}, version ${report.prompt_version}${report.prompt_is_public ? '' : ' (private now)'}`
      : `comment ${report.comment_id}  by ${report.comment_author_name ?? 'Anonymous'} under "${oneLine(report.prompt_title)}": ${oneLine(report.comment_body ?? '')}`;
  const note = report.note === null ? '' : `\n  note    ${oneLine(report.note)}`;
  return `report  ${report.id}\n  ${about}\n  reason  ${report.reason}, from ${report.reporter ?? 'somebody who left'}, ${report.created_at}${note}`;
}

/** What people wrote cannot write to the terminal: no line breaks, no control characters. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function requireOne(rows: unknown): void {
  if (Array.isArray(rows) && rows.length === 0) throw new Error('There is none with this id.');
}

async function ask(
  { url, secretKey }: Operator,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: secretKey,
      prefer: 'return=representation',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw new Error(`Nothing answers at ${url}: start Cuebook, or name its address with --url.`);
  });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (response.ok) return answer;
  const message =
    typeof answer === 'object' && answer !== null && 'message' in answer
      ? String(answer.message)
      : `HTTP ${response.status}`;
  throw new Error(message);
}
