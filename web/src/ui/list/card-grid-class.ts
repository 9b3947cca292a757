/** A grid of cards. Three columns beside the open sidebar need a wide window. */
export const cardGridClass = 'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3';
