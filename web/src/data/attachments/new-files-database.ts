/** Returns the name of the IndexedDB database with a person's files of new prompts. */
export function newFilesDatabase(userId: string): string {
  return `cuebook.new-files/${userId}`;
}
