import { promptRow } from './prompt-row.ts';

/** Returns a row of a search of Mary's: a prompt, found exactly. */
export function searchRow(title: string, fields: object = {}) {
  return {
    ...promptRow({ id: title.replaceAll(' ', '-').toLowerCase(), title, ...fields }),
    preview: 'Write a letter',
    excerpt: null,
    variable_count: 0,
    last_used_at: null,
    is_favorite: false,
    favorites_count: 0,
    author_name: 'Mary',
    author_avatar: null,
    title_matches: true,
    typo_forgiven: false,
    cursor: title,
    ...fields,
  };
}
