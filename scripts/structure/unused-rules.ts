import { exportedNames, importedNames } from './imports.ts'
import { resolveOwn } from './resolve.ts'
import { type Finding, isTest, type Rule, type SourceFile } from './source-file.ts'
import type { WaitingRules } from './waiting-rules.ts'

const folder = 'packages/rules/src/'

/** What ships, and what builds it. */
const isProduct = ({ path }: SourceFile): boolean => path.startsWith('packages/') && !isTest(path)

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/.*$/gm, '')

const mentions = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(String.raw`(?<![\w$])${name}(?![\w$])`, 'g'))].length

/** Whether a name of a rules file is used, by the path of that file. */
type Uses = ReadonlyMap<string, readonly ((name: string) => boolean)[]>

const usesOf = (file: SourceFile): readonly [string, (name: string) => boolean][] => {
  const code = withoutComments(file.text)
  return importedNames(file.text).flatMap(({ specifier, names }) => {
    const target = resolveOwn(file.path, specifier)
    if (target === undefined || !target.startsWith(folder)) return []
    // A whole module is imported: any of its names may follow.
    const isUsed = (name: string): boolean => names?.includes(name) ?? mentions(code, name) > 0
    return [[target, isUsed]]
  })
}

const usesByPath = (files: readonly SourceFile[]): Uses =>
  new Map(
    [...Map.groupBy(files.filter(isProduct).flatMap(usesOf), ([target]) => target)].map(
      ([target, uses]) => [target, uses.map(([, isUsed]) => isUsed)],
    ),
  )

const findingsIn = (
  { path, text }: SourceFile,
  uses: Uses,
  waiting: Readonly<Record<string, string>>,
): Finding[] => {
  const code = withoutComments(text)
  const names = exportedNames(code)
  const isUsed = (name: string): boolean =>
    mentions(code, name) > 1 || (uses.get(path) ?? []).some((isNamed) => isNamed(name))
  const unused = names.filter((name) => !isUsed(name))
  const unlisted = unused.filter((name) => !Object.hasOwn(waiting, name))
  const settled = Object.keys(waiting).filter((name) => !unused.includes(name))
  return [
    ...unlisted.map((name) => ({
      path,
      message: `${name}: only tests use it, or nothing; delete it, or list in waiting-rules.ts what it waits for`,
    })),
    ...settled.map((name) => ({
      path,
      message: `${name}: ${names.includes(name) ? 'is used' : 'is gone'}; delete it from waiting-rules.ts`,
    })),
  ]
}

/**
 * Every export of the rules is used by the product, in its own file or another, unless it is listed
 * with the part of the product that it waits for.
 */
export const unusedRules =
  (waiting: WaitingRules): Rule =>
  (files) => {
    const uses = usesByPath(files)
    const own = files.filter(({ path }) => path.startsWith(folder) && !isTest(path))
    const missing = Object.keys(waiting).filter(
      (name) => !own.some(({ path }) => path === folder + name),
    )
    return [
      ...own.flatMap((file) =>
        findingsIn(file, uses, waiting[file.path.slice(folder.length)] ?? {}),
      ),
      ...missing.map((name) => ({
        path: folder + name,
        message: 'is gone; delete it from waiting-rules.ts',
      })),
    ]
  }
