import type { Plugin } from 'vite'

/**
 * Writes `entry.json`: the script, style sheets and preloads of the entry `name`. The server puts
 * it into the page for the boot script: file names carry hashes.
 */
export const entryFile = (name: string): Plugin => {
  let base = '/'
  return {
    name: 'signet-entry-file',
    apply: 'build',
    configResolved: (config) => {
      base = config.base
    },
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.isEntry && file.name === name,
      )
      if (entry?.type !== 'chunk') throw new Error(`there is no entry ${name}`)
      const styles = [...(entry.viteMetadata?.importedCss ?? [])]
      this.emitFile({
        type: 'asset',
        fileName: 'entry.json',
        source: JSON.stringify({
          script: base + entry.fileName,
          styles: styles.map((file) => base + file),
          preloads: entry.imports.map((file) => base + file),
        }),
      })
    },
  }
}
