/** Returns whether the id in a URL stands for a chain that doesn't exist yet. */
export function isNewChain(id: string | undefined): boolean {
  return id === 'new';
}
