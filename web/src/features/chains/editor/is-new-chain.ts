/** Whether the id in an address stands for a chain that is still to be made. */
export function isNewChain(id: string | undefined): boolean {
  return id === 'new';
}
