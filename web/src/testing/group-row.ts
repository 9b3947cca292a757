/** Returns a row of `groups`: one without prompts, at the top of the person's library. */
export function groupRow(name: string, fields: object = {}) {
  return {
    id: '00000000-0000-4000-8000-0000000000a1',
    name,
    description: 'Texts',
    parent_id: null,
    team_id: null,
    created_at: '2026-01-01T00:00:00+00:00',
    updated_at: '2026-01-01T00:00:00+00:00',
    prompts: [{ count: 0 }],
    ...fields,
  };
}
