import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SourceFile, sourceFile } from './source-file.ts'

const roots = ['packages', 'tests', 'scripts', 'bench', 'examples']
const left = new Set(['node_modules', 'dist', 'test-results', 'screenshots', '.cache'])
const isRead = (path: string): boolean => /\.(?:ts|tsx|mjs)$|(?:^|\/)package\.json$/.test(path)

const pathsBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !left.has(name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? pathsBelow(path) : [path]
    })

/** The checkout's files; of what is no source only the path counts, as a place to import from. */
export const readTree = (checkout: string): SourceFile[] =>
  roots
    .flatMap((folder) => pathsBelow(join(checkout, folder)))
    .map((path) => path.slice(checkout.length + 1))
    .concat('package.json')
    .map((path) => sourceFile(path, isRead(path) ? readFileSync(join(checkout, path), 'utf8') : ''))
