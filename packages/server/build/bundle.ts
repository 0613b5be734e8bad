import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

const ours = /[\\/]packages[\\/]\w+[\\/]src[\\/]/

/** Where a bundled file looks for what stands beside its source: texts, migrations, threads. */
export const sourcePlaces = (): Plugin => {
  let outDir = ''
  return {
    name: 'signet-source-places',
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
    },
    transform(code, id) {
      if (!ours.test(id) || !code.includes('import.meta.')) return null
      const from = (path: string): string => relative(outDir, path).replaceAll('\\', '/')
      const folder = JSON.stringify(`/${from(dirname(id))}`)
      return code
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(from(id))}, import.meta.url)`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
    },
  }
}

const http = 'node:http'
const httpShim = `\0${http}`

/**
 * A module that imports `node:http` has Node load its own undici (25 ms, 3 MB) for the sake of
 * `http.WebSocket`; one that asks for the module as a value has not.
 */
export const plainHttp = (): Plugin => ({
  name: 'signet-plain-http',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) =>
    id === http && kind === 'import-statement' ? httpShim : null,
  load(id) {
    if (id !== httpShim) return null
    const lazy = new Set(['CloseEvent', 'MessageEvent', 'WebSocket'])
    const names = Object.keys(process.getBuiltinModule(http)).filter((name) => !lazy.has(name))
    return `const http = process.getBuiltinModule('${http}')
export default http
export const { ${names.join(', ')} } = http`
  },
})

const beyondAscii = /[\u0080-\uffff]/g

/** V8 keeps a source in one byte a letter when all of them are ASCII, else in two. */
export const asciiOnly = (): Plugin => ({
  name: 'signet-ascii-only',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      file.code = file.code.replace(
        beyondAscii,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
})

const weekMillis = 7 * 86_400_000

/** A running service loads some files later: those of former builds stay for a week. */
export const removeFormer = (): Plugin => ({
  name: 'signet-remove-former',
  writeBundle({ dir = '' }, files) {
    for (const name of readdirSync(dir)) {
      const path = join(dir, name)
      const isFormer = name.endsWith('.js') && !(name in files)
      if (isFormer && Date.now() - statSync(path).mtimeMs > weekMillis) rmSync(path)
    }
  },
})
