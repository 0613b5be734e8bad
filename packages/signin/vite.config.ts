import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { delivery } from './build/delivery.ts'
import { firstLoad } from './build/first-load.ts'
import { pageTexts, textsChunk } from './build/texts.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/signin/',
  plugins: [react(), pageTexts(), delivery()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // A data: address would need its own word in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'src/main.tsx' },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: textsChunk, debugName: 'texts', priority: 3 },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 2 },
            { name: firstLoad('pages', /Registration/), debugName: 'pages', priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'https://acme.example.test/' } },
    setupFiles: ['./src/testing/setup.ts'],
    restoreMocks: true,
    // Pages that are fetched later are compiled on their first use.
    testTimeout: 60_000,
  },
})
