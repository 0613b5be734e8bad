import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Route } from '../../kit/routes.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

interface Source {
  readonly path: string
  readonly words: ReadonlySet<string>
}

const sourcesOf = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
    .filter(({ path, text }) => path.includes('/contract/') || /\broutes\(/.test(text))
    .map(({ path, text }) => ({
      path,
      words: new Set(path.includes('/contract/') ? exportsOf(text) : text.match(/\w+/g)),
    }))

const exportsOf = (text: string): string[] =>
  [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name)

interface Sources {
  readonly contract: readonly Source[]
  /** Files that bind endpoints to functions. */
  readonly modules: readonly Source[]
}

let sources: Sources | undefined
const readSources = (): Sources => {
  sources ??= {
    contract: sourcesOf('packages/contract/src/**/*.ts'),
    modules: sourcesOf('packages/server/src/{modules,protocols}/**/*.ts'),
  }
  return sources
}

const folders = new Map<string, readonly string[]>()
const filesIn = (folder: string): readonly string[] => {
  const files = folders.get(folder) ?? globSync(`${folder}/**/*.ts`, { cwd: root })
  folders.set(folder, files)
  return files
}

/** The folder with the module's record, at or above the room that binds a route; else the room. */
const moduleOf = (path: string): string => {
  const room = dirname(path)
  let folder = room
  while (folder !== '.' && !existsSync(`${root}${folder}/module.ts`)) folder = dirname(folder)
  return folder === '.' ? room : folder
}

/** Calls of bulk operations are made from the names of their kinds: no file spells them out. */
const bulk: Sources = {
  contract: [{ path: 'packages/contract/src/operations/bulk-operations.ts', words: new Set() }],
  modules: [
    {
      path: 'packages/server/src/modules/operations/bulk-operations/bulk-operations.routes.ts',
      words: new Set(),
    },
  ],
}

const naming = (all: readonly Source[], name: string): readonly Source[] =>
  all.filter(({ words }) => words.has(name))

/**
 * The files whose change may change what a route does: its contract file and its module's folder.
 * @throws when no file names the route
 */
export const filesOf = ({ name, endpoint }: Route): string[] => {
  const isBulk = endpoint.path.startsWith('/api/web/v1/bulkoperations/')
  const { contract, modules } = readSources()
  const declared = isBulk ? bulk.contract : naming(contract, name)
  const bound = isBulk ? bulk.modules : naming(modules, name)
  if (declared.length === 0 || bound.length === 0) throw new Error(`no file names ${name}`)
  return [
    ...declared.map(({ path }) => path),
    ...bound.flatMap(({ path }) => filesIn(moduleOf(path))),
  ]
}
