import { chunkOf } from '@signet/phrases/loader'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressed } from './build/compress.ts'
import { entryFile } from './build/entry-file.ts'
import { leanGrid } from './build/lean-grid.ts'
import { productionRouter } from './build/production-router.ts'

/** Where the server serves `dist` from; all but index.html, entry.json and the worker is immutable. */
const base = '/assets/console/'

export default defineConfig({
  root: import.meta.dirname,
  base,
  plugins: [react(), productionRouter(), leanGrid(), entryFile('main'), compressed()],
  // The server puts a fresh value in the place of this one for each response.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        boot: 'index.html',
        main: 'src/main.tsx',
        'service-worker': 'boot/service-worker.ts',
      },
      output: {
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? '[name].js' : '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: (id) => chunkOf(id), debugName: 'texts', priority: 3 },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'https://acme.example.test/' } },
    setupFiles: ['./src/testing/setup.ts'],
    // Pages that are fetched later are compiled on their first use.
    testTimeout: 60_000,
    restoreMocks: true,
  },
})
