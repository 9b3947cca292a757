/**
 * Whether a statement is made of our own words only. Names and constants are quoted, and types to cast to stand
 * alone in their parentheses: what is left must be words that this server writes.
 */
const words = new Set(
  `select from where and or not null is true false unknown as with order by limit offset asc desc nulls first last group
  exists distinct case when then else end lateral left join on any all variadic insert into update set delete returning
  conflict do nothing excluded materialized values array_agg count sum avg min max coalesce json_agg row_to_json to_json
  to_jsonb json_strip_nulls json_object_keys string_agg substring length replace json_to_record json_to_recordset json_array_elements
  jsonb_array_elements jsonb_to_record json_build_array nullif current_setting set_config to_tsquery plainto_tsquery
  phraseto_tsquery websearch_to_tsquery to_tsvector unnest like ilike cast text json jsonb int uuid timestamp time zone date
  integer total rows body headers status affected location updated guard key value item
  pgrst_written pgrst_body pgrst_row pgrst_item pgrst_call pgrst_called pgrst_args pgrst_scalar`.split(
    /\s+/,
  ),
);

/** Names and constants, whichever begins first: each may hold the other's quotes. */
const quoted = /"(?:[^"]|"")+"|E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'/gs;
const castTo = /\bAS [\p{L}_][\p{L}\p{N}_ ]*\)/gu;

/** What of a statement is none of our words; null when nothing is. */
export function foreignWord(statement: string): string | null {
  const bare = statement
    .replace(quoted, ' ')
    .replace(castTo, ' ')
    .replace(/\$\d+/g, ' ')
    .replace(/@>|<@|@@/g, ' ');
  const odd = /[^\w\s.,()*:<>=|&~!+\-[\]?]/u.exec(bare);
  if (odd !== null || /--|\/\*|;/.test(bare)) return odd?.[0] ?? 'a comment';
  const found = bare.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return (
    found.find((word) => !words.has(word.toLowerCase()) && !/^_[a-z]?\d*_?\d*_*$/.test(word)) ??
    null
  );
}
