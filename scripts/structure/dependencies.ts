import { builtinModules } from 'node:module'
import { isRecord } from '../test/parse.ts'
import { type Finding, isCode, isTest, type Rule, type SourceFile } from './source-file.ts'

const builtin = new Set(builtinModules)

/** `a/b` for `@a/b/c`, `a` for `a/b`; undefined for a file of our own and for Node's modules. */
const packageOf = (specifier: string): string | undefined => {
  if (/^(?:\.|\/|node:|virtual:)/.test(specifier) || builtin.has(specifier)) return undefined
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

const namesIn = (manifest: Record<string, unknown>, field: string): string[] => {
  const value = manifest[field]
  return isRecord(value) ? Object.keys(value) : []
}

const declared = (file: SourceFile | undefined): string[] => {
  const manifest: unknown = JSON.parse(file?.text ?? '{}')
  if (!isRecord(manifest)) return []
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((field) =>
    namesIn(manifest, field),
  )
}

/** The folder of the nearest package.json above a file. */
const homeOf = (path: string, manifests: ReadonlyMap<string, unknown>): string => {
  const parts = path.split('/').slice(0, -1)
  while (parts.length > 0 && !manifests.has(parts.join('/'))) parts.pop()
  return parts.join('/')
}

/** Packages of our own are linked for all; outside packages/ the arrows say who may use them. */
const isLinked = (path: string): boolean => isTest(path) || !path.startsWith('packages/')

/** A package is declared by the workspace that imports it: npm's hoisting would hide the lack. */
export const declaredDependencies: Rule = (files) => {
  const manifests = new Map(
    files
      .filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
      .map((file) => [file.path.replace(/\/?package\.json$/, ''), new Set(declared(file))]),
  )
  const ofAll = manifests.get('') ?? new Set<string>()
  return files.filter(isCode).flatMap((file): Finding[] => {
    const own = manifests.get(homeOf(file.path, manifests)) ?? ofAll
    const missing = file.imports
      .map(({ specifier }) => packageOf(specifier))
      .filter((name) => name !== undefined)
      .filter((name) => !own.has(name) && !ofAll.has(name))
      .filter((name) => !(name.startsWith('@signet/') && isLinked(file.path)))
    return [...new Set(missing)].map((name) => ({
      path: file.path,
      message: `${name} is not in the package.json of its workspace`,
    }))
  })
}
