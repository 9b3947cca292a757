/** Returns a row of the table `proposals`: an open one of somebody else's for `promptRow`'s prompt. */
export function proposalRow(fields: object = {}) {
  return {
    id: '00000000-0000-4000-8000-00000000000a',
    prompt_id: '00000000-0000-4000-8000-00000000000b',
    author_id: '00000000-0000-4000-8000-00000000000c',
    source_id: null,
    base_version: 1,
    base_title: 'Letter',
    base_content: 'Write a letter.\n\nBe brief.\n\nSign it.\n',
    base_description: null,
    base_tags: ['mail'],
    title: 'Formal letter',
    content: 'Write a letter.\n\nBe brief.\n\nSign it with a full name.\n',
    description: null,
    tags: ['mail'],
    message: 'Banks ask for it.',
    state: 'open',
    created_at: '2026-01-01T00:00:00Z',
    answered_at: null,
    answered_by: null,
    reason: null,
    accepted_version: null,
    ...fields,
  };
}
