/** The browser's URL, in the place of the package url-parse. */
export default URL;
