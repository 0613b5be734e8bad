import { resolveOwn } from './resolve.ts'
import type { Finding, Rule, SourceFile } from './source-file.ts'

const hint = (target: string, paths: ReadonlySet<string>): string => {
  const typescript = target.replace(/\.[cm]?jsx?$/, '')
  const found = ['.ts', '.tsx', '/index.ts'].find((ending) => paths.has(`${typescript}${ending}`))
  return found === undefined ? '' : `; write its name out, with ${found}`
}

const check = (file: SourceFile, paths: ReadonlySet<string>): Finding[] =>
  file.imports.flatMap(({ specifier }) => {
    const target = resolveOwn(file.path, specifier)
    if (target === undefined || paths.has(target)) return []
    return [{ path: file.path, message: `'${specifier}' names no file${hint(target, paths)}` }]
  })

/**
 * An import of our own names an existing file with its ending: the type checker accepts `.js`
 * for a `.ts` file, Node does not.
 */
export const importsNameFiles: Rule = (files) => {
  const paths = new Set(files.map(({ path }) => path))
  return files.flatMap((file) => check(file, paths))
}
