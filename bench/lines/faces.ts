import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { root } from '../machine/service.ts'
import { type Finding, found, missing } from '../report/finding.ts'
import { goals } from './goals.ts'
import type { About, Measure } from './measure.ts'

/** What a browser loads to show one page of a face. */
interface Page {
  readonly face: 'signin' | 'console'
  /** Chunks beside the entry, by the names that stand before their hashes. */
  readonly chunks: readonly string[]
}

const folderOf = ({ face }: Pick<Page, 'face'>): string => join(root, 'packages', face, 'dist')

const staticImports = (source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(
    ([, file = '']) => file,
  )

/** The files and all that they load before they run. */
const closure = (folder: string, files: readonly string[]): Set<string> => {
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const next of staticImports(readFileSync(join(folder, file), 'utf8'))) load(next)
  }
  for (const file of files) load(file)
  return loaded
}

const Entry = z.object({ script: z.string(), preloads: z.array(z.string()) })

const entryFiles = (folder: string): string[] => {
  const { script, preloads } = Entry.parse(
    JSON.parse(readFileSync(join(folder, 'entry.json'), 'utf8')),
  )
  return [script, ...preloads].map((path) => path.replace(/^.*\//, ''))
}

const chunksOf = (page: Page): string[] => {
  const built = readdirSync(folderOf(page)).filter((file) => file.endsWith('.js'))
  return page.chunks.map((name) => {
    const file = built.find((candidate) => candidate.replace(/-[\w-]{8}\.js$/, '') === name)
    if (file === undefined) throw new Error(`${page.face} has no chunk ${name}`)
    return file
  })
}

/** What the page itself loads, whichever face it turns out to be. */
const bootPaths = (): string[] => {
  const folder = folderOf({ face: 'console' })
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...html.matchAll(/\/assets\/console\/([^"]+\.js)"/g)].map(([, file = '']) => file)
  return [...closure(folder, named)].map((file) => join(folder, file))
}

/** Kilobytes (1,000 bytes) over the wire. */
const gzippedKb = (page: Page): number => {
  const folder = folderOf(page)
  const files = closure(folder, [...entryFiles(folder), ...chunksOf(page)])
  const paths = new Set([...bootPaths(), ...[...files].map((file) => join(folder, file))])
  const bytes = [...paths].map((path) => gzipSync(readFileSync(path), { level: 9 }).length)
  return bytes.reduce((total, size) => total + size, 0) / 1000
}

const sizeOf = (about: About, page: Page): Finding =>
  existsSync(join(folderOf(page), 'entry.json'))
    ? found(about, gzippedKb(page))
    : missing(about, `not built: packages/${page.face}/dist`)

export const signInScriptLine: Measure<object> = {
  lines: [goals.signInScript],
  run: async () => [sizeOf(goals.signInScript, { face: 'signin', chunks: ['texts-en'] })],
}

export const consoleScriptLine: Measure<object> = {
  lines: [goals.consoleScript],
  run: async () => [sizeOf(goals.consoleScript, { face: 'console', chunks: ['UsersPage'] })],
}
