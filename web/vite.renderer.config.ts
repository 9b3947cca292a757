import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the public pages as a self-contained module for the server (src/render.tsx). */
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
