import { outsideArrows, packageArrows, purePackages } from './house.ts'
import type { Import } from './imports.ts'
import { homeOf, resolveOwn } from './resolve.ts'
import { type Finding, isTest, type Rule, type SourceFile } from './source-file.ts'

const allowedFor = (path: string): readonly string[] => {
  const { kind, name } = homeOf(path)
  const arrows = (kind === 'package' ? packageArrows[name] : outsideArrows[name]) ?? []
  return isTest(path) ? [...arrows, ...purePackages] : arrows
}

/** How much of the generated tests a run takes is the runner's to say. */
const scopeOfRun = 'scripts/test/scope.ts'

const check = (file: SourceFile, { specifier, isAddress }: Import): string | undefined => {
  // A journey or a measurement starts the product's own program.
  if (isAddress && homeOf(file.path).kind === 'folder') return undefined
  const target = resolveOwn(file.path, specifier)
  if (target === undefined) return undefined
  if (target === scopeOfRun && isTest(file.path)) return undefined
  const own = homeOf(file.path)
  const other = homeOf(target)
  const isSame = own.kind === other.kind && own.name === other.name
  if (isSame)
    return specifier.startsWith('@')
      ? `'${specifier}' is in this package: import it by a relative path`
      : undefined
  if (specifier.startsWith('.'))
    return `'${specifier}' leaves its package: import it by the package's name`
  if (allowedFor(file.path).includes(other.name)) return undefined
  return `${own.name} may not import ${other.name} ('${specifier}')`
}

/** The arrows between packages; a package is imported by name and path. */
export const packageFloors: Rule = (files) =>
  files.flatMap((file) =>
    file.imports.flatMap((named): Finding[] => {
      const message = /^@signet\/[^/]+$/.test(named.specifier)
        ? `'${named.specifier}' is a whole package: import the file that is meant`
        : check(file, named)
      return message === undefined ? [] : [{ path: file.path, message }]
    }),
  )
