import { defineConfig } from 'vite';
import { browsers } from './browsers.ts';

/** Builds the script of public pages (src/public-script/main.ts) as one file. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: browsers,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/public-script/main.ts',
      output: { entryFileNames: 'assets/public.[hash].js', codeSplitting: false },
    },
  },
});
