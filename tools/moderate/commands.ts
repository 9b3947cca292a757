import type { Database } from '#contract/database.types.ts';

/** Address and secret key for calling the server as its operator. */
export interface Operator {
  /** Origin of the running server. */
  readonly url: string;
  readonly secretKey: string;
}

type Report = Database['public']['Functions']['open_reports']['Returns'][number];

export const usage = `npm run moderate -- COMMAND

  reports                     lists open reports, oldest first
  take-down PROMPT 'REASON'   makes a prompt private until it is released; its owner sees the reason
  release PROMPT              lets the owner make it public again
  remove-comment COMMENT      permanently removes a comment and the reports of it
  close REPORT                closes a report without further action

Calls the running server (--url, else SITE_URL, else PORT on this machine) with the secret key in DATA_DIR.
`;

/** Runs a command and returns its output. Throws an Error whose message can be shown. */
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
      await request(operator, 'POST', 'rpc/take_down_prompt', { prompt_id: id, reason });
      return `The prompt ${id} is taken down.\n`;
    case 'release':
      await request(operator, 'POST', 'rpc/release_prompt', { prompt_id: id });
      return `The prompt ${id} is released: its owner may make it public again.\n`;
    case 'remove-comment':
      requireRows(await request(operator, 'DELETE', `comments?id=eq.${encodeURIComponent(id)}`));
      return `The comment ${id} is removed.\n`;
    case 'close': {
      const path = `reports?id=eq.${encodeURIComponent(id)}`;
      requireRows(await request(operator, 'PATCH', path, { closed_at: new Date().toISOString() }));
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
    const page = (await request(operator, 'POST', 'rpc/open_reports', {
      after,
      page_size: 100,
    })) as readonly Report[];
    lines.push(...page.map(formatReport));
    if (page.length < 100) break;
    after = page.at(-1)?.id ?? null;
  }
  return lines.length === 0 ? 'There are no open reports.\n' : `${lines.join('\n')}\n`;
}

function formatReport(report: Report): string {
  const subject =
    report.comment_id === null
      ? `prompt  ${report.prompt_id}  "${oneLine(report.prompt_title)}" by ${oneLine(report.author_name ?? 'Anonymous')}, version ${report.prompt_version}${report.prompt_is_public ? '' : ' (now private)'}`
      : `comment ${report.comment_id}  by ${oneLine(report.comment_author_name ?? 'Anonymous')} under "${oneLine(report.prompt_title)}": ${oneLine(report.comment_body ?? '')}`;
  const note = report.note === null ? '' : `\n  note    ${oneLine(report.note)}`;
  return `report  ${report.id}\n  ${subject}\n  reason  ${report.reason}, from ${oneLine(report.reporter ?? 'a deleted account')}, ${report.created_at}${note}`;
}

/** Removes line breaks and control characters, so that user text can't control the terminal. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function requireRows(rows: unknown): void {
  if (Array.isArray(rows) && rows.length === 0) throw new Error('There is no such id.');
}

async function request(
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
    throw new Error(`No server responds at ${url}: start Cuebook, or pass its address with --url.`);
  });
  const text = await response.text();
  const result: unknown = text === '' ? null : JSON.parse(text);
  if (response.ok) return result;
  const message =
    typeof result === 'object' && result !== null && 'message' in result
      ? String(result.message)
      : `HTTP ${response.status}`;
  throw new Error(message);
}
