import { defineConfig } from 'vite'
import { asciiOnly, plainHttp, removeFormer, sourcePlaces } from './build/bundle.ts'

/**
 * Left as packages: what finds files of its own beside itself (WebAssembly, machine code, font
 * metrics), what goes by the names of its classes (`oidc-provider`), and what a start does not load.
 */
const external = [
  '@electric-sql/pglite',
  '@resvg/resvg-js',
  '@node-rs/argon2',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'bwip-js',
  'fontkit',
  'harfbuzzjs',
  'libphonenumber-js',
  'mrml',
  'nodemailer',
  'oidc-provider',
  'pdfkit',
  'prom-client',
  'sanitize-html',
  'sharp',
  'undici',
].map((name) => new RegExp(`^${name}(?:/|$)`))

/** The service in few files: its modules are found, read and linked once, here (decision 0078). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [sourcePlaces(), plainHttp(), asciiOnly(), removeFormer()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      input: { main: 'src/main.ts' },
      external,
      output: {
        keepNames: true,
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})
