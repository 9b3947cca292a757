/** Messages about versions, which the first page doesn't load. Part of the specification. */
export const versionMessages = {
  title: 'Version History',
  comingSoon: 'Coming Soon',
  compareSelected: 'Compare Selected',
  closeComparison: 'Close Comparison',
  restore: 'Restore',
  restored: 'Version restored successfully!',
  restoreFailed: 'Failed to restore version',
} as const;
