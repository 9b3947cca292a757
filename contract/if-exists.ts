/** Returns whether an error has a code, such as `ENOENT` of a file that doesn't exist. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Returns null instead of throwing if the file doesn't exist. */
export async function ifExists<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
