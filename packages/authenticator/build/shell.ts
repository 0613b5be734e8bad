import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = (folder: string): void => {
  for (const file of readdirSync(folder)) {
    if (!/\.(?:js|css)$/.test(file)) continue
    const content = readFileSync(join(folder, file))
    writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }))
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content))
  }
}

/** Writes `shell.json`: all files that the app needs to run without a network. */
export const shell = (): Plugin => ({
  name: 'signet-shell',
  apply: 'build',
  generateBundle(_options, bundle) {
    const files = Object.keys(bundle).filter((file) => file.startsWith('assets/'))
    this.emitFile({ type: 'asset', fileName: 'shell.json', source: JSON.stringify(files) })
  },
  writeBundle({ dir }) {
    if (dir !== undefined) compress(join(dir, 'assets'))
  },
})
