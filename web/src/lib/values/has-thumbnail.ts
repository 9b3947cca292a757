const renderedType = /^image\/(jpeg|png|gif|webp|avif)$/;

/** Returns whether the server can make a small picture of a file of this type. */
export function hasThumbnail(type: string): boolean {
  return renderedType.test(type);
}
