import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressed } from './build/compress.ts'
import { entryFile } from './build/entry-file.ts'
import { leanGrid } from './build/lean-grid.ts'
import { leanZod } from './build/lean-zod.ts'
import { productionRouter } from './build/production-router.ts'
import { consoleTexts, textsName } from './build/texts.ts'

/** Where the server serves `dist` from; all but index.html, entry.json and the worker is immutable. */
const base = '/assets/console/'

export default defineConfig({
  root: import.meta.dirname,
  base,
  plugins: [
    react(),
    consoleTexts(),
    productionRouter(),
    leanGrid(),
    leanZod(),
    entryFile('main'),
    compressed(),
  ],
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
        chunkFileNames: ({ facadeModuleId }) =>
          `${textsName(facadeModuleId) ?? '[name]'}-[hash].js`,
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // Every page needs it: in a group of its own it stays out of the texts of one language.
            { name: 'preload', test: /vite\/preload-helper/, priority: 4 },
            // All that decides between the faces: who signs in loads nothing else of the console.
            {
              name: 'faces',
              test: /console\/boot\/(?:face|stored)|contract\/src\/tenancy\/stored-keys/,
              priority: 3,
            },
            // What nearly every page shares comes in one file: many small ones pack badly.
            {
              name: 'shared',
              test: /node_modules\/@(?:mui|tanstack|emotion)\/|packages\/(?:console\/src\/(?:ui|lib|kit)|contract\/src|rules\/src)\//,
              minShareCount: 40,
              priority: 1,
            },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // Components are compiled once a worker; what they leave behind `setup.ts` clears.
    isolate: false,
    environmentOptions: { jsdom: { url: 'https://acme.example.test/' } },
    setupFiles: ['./src/testing/setup.ts'],
    // Pages that are fetched later are compiled on their first use.
    testTimeout: 60_000,
    restoreMocks: true,
  },
})
