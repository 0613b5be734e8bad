import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { delivery } from './build/delivery.ts'
import { firstLoad } from './build/first-load.ts'
import { pageTexts, textsName } from './build/texts.ts'

/** Preact stands in for React: the first page is small and starts at once (decision 0058). */
const preact = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom\/test-utils$/, replacement: 'preact/compat/test-utils' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-runtime' },
]

export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/signin/',
  plugins: [react(), pageTexts(), delivery()],
  resolve: { alias: preact },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: false,
    // A data: address would need its own word in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'src/main.tsx' },
      // The package does not say so itself: what the first page does not use of it is left out.
      treeshake: { moduleSideEffects: [{ test: /@simplewebauthn/, sideEffects: false }] },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: ({ facadeModuleId }) =>
          `${textsName(facadeModuleId) ?? '[name]'}-[hash].js`,
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: {
          groups: [{ name: firstLoad('pages', /Registration/), debugName: 'pages', priority: 1 }],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // Pages are compiled once a worker; what a test leaves behind `setup.ts` clears.
    isolate: false,
    environmentOptions: { jsdom: { url: 'https://acme.example.test/' } },
    setupFiles: ['./testing/setup.ts'],
    restoreMocks: true,
    // What these import of React is Preact here, too.
    alias: {
      '@testing-library/react': '@testing-library/react/dist/@testing-library/react.esm.js',
    },
    server: { deps: { inline: [/@testing-library\/react/, /qrcode\.react/] } },
    // Pages that are fetched later are compiled on their first use.
    testTimeout: 60_000,
  },
})
