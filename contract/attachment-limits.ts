/** Limits of files of prompts, as the database has them. Apart, since only their pages load them. */
export const attachmentLimits = {
  /** Of one file. */
  bytes: 52_428_800,
  nameLength: 255,
} as const;
