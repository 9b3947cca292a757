/** Messages about chains, which the first page doesn't load. Part of the specification. */
export const chainMessages = {
  loading: 'Loading chains...',
  none: 'No chains yet. Create your first chain to get started!',
  noPrompts: 'No prompts added yet. Click "Add Prompt" to get started.',
  titleRequired: 'Please enter a title for your chain',
  promptRequired: 'Please add at least one prompt to your chain',
  signInToCreate: 'Please sign in to create chains',
  signInToUpdate: 'Please sign in to update chains',
  idRequired: 'Chain ID is required for updates',
  missingId: 'Missing chain ID',
  created: 'Chain created successfully',
  createFailed: (message: string) => `Failed to create chain: ${message}`,
  createUnanswered: 'Failed to create chain',
  addPromptsFailed: (message: string) => `Failed to add prompts to chain: ${message}`,
  saved: 'Chain updated successfully',
  saveUnanswered: 'Failed to save chain',
  /** For changes outside the chain form. */
  updated: 'Chain updated successfully!',
  updateFailed: (message: string) => `Failed to update chain: ${message}`,
  deleted: 'Chain deleted successfully!',
  deleteFailed: (message: string) => `Failed to delete chain: ${message}`,
  notFound: 'Chain not found',
  loadFailed: 'Failed to load chain',
  /** The database's refusals of a save by people who only read in the team. */
  readOnly: 'Only owners and editors of its team change this chain',
  readOnlyTeam: 'Only owners and editors of a team add chains to it',
} as const;
