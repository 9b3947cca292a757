/**
 * The characters that change the direction in which a text is shown, for a class of a regular
 * expression. A name with them can look like another one.
 */
export const directionMarks = String.raw`\u200E\u200F\u202A-\u202E\u2066-\u2069`;
