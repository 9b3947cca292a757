/** Limits and counts that both sides keep; the database's constraints hold the same numbers. */
export const limits = {
  titleLength: 500,
  descriptionLength: 2_000,
  contentLength: 1_000_000,
  tagCount: 100,
  tagLength: 50,
  commentLength: 10_000,
  categoryLength: 100,
  groupNameLength: 200,
  groupDescriptionLength: 2_000,
  /** One import is one request; its file and its body stay under the server's limit of 16 MiB. */
  importFileBytes: 12_000_000,
  importBodyBytes: 15_000_000,
  versionPageSize: 5,
  comparedVersions: 2,
  recentPrompts: 10,
  passwordLength: 8,
  listPageSize: 50,
} as const;

/** User id of the product's own account, the author of templates. Seeded in every installation. */
export const officialAccountId = '00000000-0000-4000-8000-000000000001';
