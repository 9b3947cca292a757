/** Limits and counts that both sides keep; the database's constraints hold the same numbers. */
export const limits = {
  titleLength: 500,
  descriptionLength: 2_000,
  contentLength: 1_000_000,
  tagCount: 100,
  tagLength: 50,
  commentLength: 10_000,
  /** Values of variables, as the database writes their JSON. */
  lastValuesLength: 200_000,
  categoryLength: 100,
  groupNameLength: 200,
  groupDescriptionLength: 2_000,
  iconLength: 32,
  changeDescriptionLength: 500,
  /** A file is read as a whole, on the device. */
  importFileBytes: 200_000_000,
  versionPageSize: 5,
  comparedVersions: 2,
  recentPrompts: 10,
  /** Characters of a chain's step before 'Show more'. */
  stepPreviewLength: 150,
  listPageSize: 50,
} as const;

/** User id of the product's own account, the author of templates. Seeded in every installation. */
export const officialAccountId = '00000000-0000-4000-8000-000000000001';
