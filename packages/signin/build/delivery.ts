import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const isEntry = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk =>
  file.type === 'chunk' && file.isEntry

/** All files that a file needs before it can run. */
const neededBy = (bundle: Rolldown.OutputBundle, name: string): string[] => {
  const needed = new Set<string>()
  const visit = (fileName: string): void => {
    const file = bundle[fileName]
    if (file?.type !== 'chunk') return
    for (const imported of file.imports) {
      if (needed.has(imported)) continue
      needed.add(imported)
      visit(imported)
    }
  }
  visit(name)
  return [...needed]
}

/** What the boot script at `/` loads. */
const entryOf = (bundle: Rolldown.OutputBundle, base: string): string => {
  const entry = Object.values(bundle).find(isEntry)
  if (entry === undefined) throw new Error('the sign-in pages have no entry')
  const preloads = neededBy(bundle, entry.fileName)
  const styles = [entry.fileName, ...preloads].flatMap((name) => [
    ...(bundle[name]?.type === 'chunk' ? (bundle[name].viteMetadata?.importedCss ?? []) : []),
  ])
  const addressed = (files: readonly string[]): string[] => files.map((file) => base + file)
  return JSON.stringify({
    script: base + entry.fileName,
    styles: addressed(styles),
    preloads: addressed(preloads),
  })
}

const compress = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    if (!/\.(?:js|css|json)$/.test(name)) continue
    const content = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
  }
}

/** Writes `entry.json` for the boot script, and each file a second and third time, compressed. */
export const delivery = (): Plugin => {
  let base = '/'
  return {
    name: 'signet-delivery',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'entry.json', source: entryOf(bundle, base) })
    },
    writeBundle({ dir }) {
      if (dir !== undefined) compress(dir)
    },
  }
}
