/**
 * Returns a message of PostgreSQL as a person reads it who runs a program: policies report the name
 * of a table, which says nothing to them.
 */
export function refusalText(message: string): string {
  return message.startsWith('new row violates row-level security')
    ? 'You may not save this here: viewers of a team only read, and an access token stays within its limits.'
    : message;
}
