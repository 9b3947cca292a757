/** The bar at the top of a page of 48 px, which stays while the page scrolls. */
export const pageBarClass =
  'sticky top-0 z-20 -mx-4 -mt-3 flex min-h-12 flex-wrap items-center gap-1 border-b bg-ground px-4 sm:-mx-6 sm:gap-2 sm:px-6 md:-mx-8 md:-mt-5 md:px-8';
