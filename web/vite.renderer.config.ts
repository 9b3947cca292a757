import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The public pages as a module for the server (src/render.tsx). It holds all it needs, as the page's own scripts do. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/render.tsx',
    outDir: 'renderer',
    emptyOutDir: true,
    target: 'node24',
    minify: true,
  },
});
