import * as v from 'valibot';
import { programsPath } from '#contract/routes.ts';
import { describePrompt, describeVariables } from '#server/library/describe-prompt.ts';
import { LibraryError } from '#server/library/library-error.ts';
import type { Library } from '#server/library/library.ts';

/** An event that is to be sent. */
export interface WebhookEvent {
  readonly event: string;
  /** Null for a test. */
  readonly promptId: string | null;
  /** The version that the event made; null if it made none. */
  readonly version: number | null;
  /** The entry in the log of labels; null unless a label was moved. */
  readonly labelMoveId: string | null;
  readonly happenedAt: Date;
}

/** Receivers often accept at most 1 MB or less. A longer text is left out, and so are longer variables. */
const maxBytes = 65_536;

const visibleSql = 'select to_json(p.id) from public.prompts p where p.id = $1';
const moveSql = `select json_build_object('name', m.label, 'from_version', m.from_version,
  'to_version', m.to_version, 'note', m.note)
  from public.prompt_label_moves m where m.id = $1`;
const labelMove = v.object({
  name: v.string(),
  from_version: v.nullable(v.number()),
  to_version: v.nullable(v.number()),
  note: v.nullable(v.string()),
});

/**
 * Returns the body of a delivery, with what the reader of `library` may read now; null if that is
 * nothing.
 */
export async function composeBody(
  library: Library,
  event: WebhookEvent,
  siteUrl: string,
): Promise<string | null> {
  const data = await readData(library, event, siteUrl);
  if (data === null) return null;
  return JSON.stringify({ type: event.event, timestamp: event.happenedAt.toISOString(), data });
}

async function readData(library: Library, event: WebhookEvent, siteUrl: string) {
  const { promptId, version, labelMoveId } = event;
  if (promptId === null) return {};
  if (labelMoveId !== null) {
    const [label] = await library.query(labelMove, moveSql, [labelMoveId]);
    if (label === undefined) return null;
    if (label.to_version === null) return { prompt: { id: promptId }, label };
    const prompt = await readVersion(library, promptId, label.to_version, siteUrl);
    return prompt && { prompt: { ...prompt, label: label.name }, label };
  }
  // The id is all that is left of a prompt that was deleted for good.
  if (version === null) return { prompt: { id: promptId } };
  if (event.event === 'prompt.deleted') {
    const [id] = await library.query(v.string(), visibleSql, [promptId]);
    return id === undefined ? null : { prompt: { id } };
  }
  const prompt = await readVersion(library, promptId, version, siteUrl);
  return prompt && { prompt };
}

async function readVersion(library: Library, id: string, version: number, siteUrl: string) {
  const [prompt] = await library.findMany([`${id}@${version}`]);
  if (prompt === undefined || prompt instanceof LibraryError) return null;
  const { text, variables: found } = await library.expand(prompt);
  const variables = describeVariables(found);
  const isShort = (part: string) => Buffer.byteLength(part) <= maxBytes;
  return {
    ...describePrompt(prompt),
    text: isShort(text) ? text : null,
    variables: isShort(JSON.stringify(variables)) ? variables : null,
    url: `${siteUrl}${programsPath}/prompts/${id}@${version}`,
  };
}
