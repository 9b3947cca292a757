/** Messages of the account page, which the first page doesn't load. Part of the specification. */
export const accountMessages = {
  password: {
    noMatch: "New passwords don't match",
    currentIncorrect: 'Current password is incorrect',
    updated: 'Password updated successfully!',
    updateFailed: (message: string) => `Failed to update password: ${message}`,
  },
  account: {
    saved: 'Account settings saved successfully!',
    deleted: 'Account deleted successfully',
    deleteFailed: (message: string) => `Failed to delete account: ${message}`,
  },
} as const;
