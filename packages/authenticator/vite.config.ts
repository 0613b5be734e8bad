import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { shell } from './build/shell.ts'
import { appTexts } from './build/texts.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/authenticator/',
  plugins: [react(), appTexts(), shell()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { app: 'index.html', 'service-worker': 'boot/service-worker.ts' },
      output: {
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  test: {
    environment: 'node',
    restoreMocks: true,
    testTimeout: 60_000,
  },
})
