import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressed } from './build/compress.ts'
import { entryFile } from './build/entry-file.ts'
import { leanZod } from './build/lean-zod.ts'
import { productionRouter } from './build/production-router.ts'
import { consoleTexts, textsName } from './build/texts.ts'

/** Where the server serves `dist` from; all but index.html, entry.json and the worker is immutable. */
const base = '/assets/console/'

const common =
  /node_modules\/@(?:mui|tanstack|emotion)\/|packages\/(?:console\/src\/(?:ui|lib|kit)|contract\/src|rules\/src)\//
const dialogs = /@mui\/material\/Dialog|console\/src\/ui\/Dialog/
const forms =
  /node_modules\/(?:react-hook-form|@hookform)\/|@mui\/material\/(?:Form(?:ControlLabel|Group|HelperText)|Switch)\/|console\/src\/(?:kit\/(?:EntityForm|ErrorSummary|conflict|entity-form|form-|unsaved)|ui\/(?:Field|SelectInput|TextInput|ToggleInput))/

/** Without what they stand on, which lists need, too. */
const alone = { includeDependenciesRecursively: false }

export default defineConfig({
  root: import.meta.dirname,
  base,
  plugins: [
    react(),
    consoleTexts(),
    productionRouter(),
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
              priority: 6,
            },
            // What nearly every page shares comes in one file: many small ones pack badly.
            {
              name: 'shared',
              test: (id) => common.test(id) && !forms.test(id) && !dialogs.test(id),
              minShareCount: 40,
              priority: 4,
            },
            // Who reads a list does not wait for what asks questions and fills in forms.
            { name: 'dialogs', test: dialogs, minShareCount: 2, priority: 3, ...alone },
            { name: 'forms', test: forms, minShareCount: 2, priority: 3, ...alone },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 5 },
          ],
        },
      },
    },
  },
  // What the designer draws with waits for its WebAssembly before anything else.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  test: {
    environment: 'jsdom',
    // Components are compiled once a worker; what they leave behind `setup.ts` clears.
    isolate: false,
    environmentOptions: { jsdom: { url: 'https://acme.example.test/' } },
    setupFiles: ['./testing/setup.ts'],
    // Pages that are fetched later are compiled on their first use.
    testTimeout: 60_000,
    restoreMocks: true,
  },
})
