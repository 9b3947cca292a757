/**
 * Limits and counts shared by server and page. The database's constraints have the same numbers.
 */
export const limits = {
  titleLength: 500,
  descriptionLength: 2_000,
  contentLength: 1_000_000,
  tagCount: 100,
  tagLength: 50,
  commentLength: 10_000,
  /** Values of variables, measured as the JSON that the database stores. */
  lastValuesLength: 200_000,
  categoryLength: 100,
  groupNameLength: 200,
  /** How many groups may lie in each other, with the one at the top. */
  groupDepth: 8,
  teamNameLength: 200,
  groupDescriptionLength: 2_000,
  iconLength: 32,
  changeDescriptionLength: 500,
  /** The message of a proposal, and the reason why it is declined. */
  proposalNoteLength: 2_000,
  /** Files are read into memory on the device. */
  importFileBytes: 200_000_000,
  /** The prompts of a file. The page would stop responding while it received millions of rows. */
  importRows: 100_000,
  versionPageSize: 5,
  comparedVersions: 2,
  recentPrompts: 10,
  /** Characters of a content's start in lists, which the database's lists cut, too. */
  previewLength: 300,
  /** Characters of a chain step before 'Show more'. */
  stepPreviewLength: 150,
  listPageSize: 50,
} as const;

/** User id of the official account, which owns the templates. Every database is seeded with it. */
export const officialAccountId = '00000000-0000-4000-8000-000000000001';
