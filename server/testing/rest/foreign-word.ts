/**
 * Checks that a statement holds no unquoted text of a client. Names and constants are quoted, and
 * the types of casts are alone in their parentheses. All other words must be in this list.
 */
const ownWords = new Set(
  `select from where and or not null is true false unknown as with order by limit offset asc desc nulls first last group
  exists distinct case when then else end lateral left join on any all variadic insert into update set delete returning
  conflict do nothing excluded materialized values array_agg count sum avg min max coalesce json_agg row_to_json to_json
  to_jsonb json_strip_nulls json_object_keys string_agg substring length replace json_to_record json_to_recordset json_array_elements
  jsonb_array_elements jsonb_to_record json_build_array nullif current_setting set_config to_tsquery plainto_tsquery
  phraseto_tsquery websearch_to_tsquery to_tsvector unnest like ilike cast text json jsonb int uuid timestamp time zone date
  integer pg_catalog pg_roles rolname rolsuper rolbypassrls current_user counted total rows body headers status affected location updated guard key value item
  pgrst_written pgrst_body pgrst_row pgrst_item pgrst_call pgrst_called pgrst_args pgrst_scalar`.split(
    /\s+/,
  ),
);

/** Quoted names and constants. Each may hold the other's quotes, so one pattern matches both. */
const quoted = /"(?:[^"]|"")+"|E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'/gs;
const castTarget = /\bAS [\p{L}_][\p{L}\p{N}_ ]*\)/gu;

/** Returns the first word of a statement that is not the server's own; null if there is none. */
export function findForeignWord(statement: string): string | null {
  const bare = statement
    .replace(quoted, ' ')
    .replace(castTarget, ' ')
    .replace(/\$\d+/g, ' ')
    .replace(/@>|<@|@@/g, ' ');
  const odd = /[^\w\s.,()*:<>=|&~!+\-[\]?]/u.exec(bare);
  if (odd !== null || /--|\/\*|;/.test(bare)) return odd?.[0] ?? 'a comment';
  const words = bare.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return (
    words.find((word) => !ownWords.has(word.toLowerCase()) && !/^_[a-z]?\d*_?\d*_*$/.test(word)) ??
    null
  );
}
