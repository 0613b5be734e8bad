import { exportedNames, importedNames } from './imports.ts'
import { resolveOwn } from './resolve.ts'
import { type Finding, isCode, isData, isTest, type Rule, type SourceFile } from './source-file.ts'

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/.*$/gm, '')

const words = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$]+/g) ?? [])

type IsUsed = (name: string) => boolean

/** Local names of namespaces that are handed on as a whole: `routes(contract, …)`. */
const handedOn = (text: string): ReadonlySet<string> => {
  const namespaces = [...text.matchAll(/^import\s+\*\s+as\s+([\w$]+)\s+from\s+'([^']+)'/gm)]
  const isHandedOn = (local: string): boolean =>
    [
      ...text.matchAll(
        new RegExp(String.raw`(?<![\w$]|(?<!\.\.)\.)${local}(?![\w$.]|\s+from)`, 'g'),
      ),
    ].length > 0
  return new Set(
    namespaces.flatMap(([, local = '', specifier = '']) => (isHandedOn(local) ? [specifier] : [])),
  )
}

const usesOf = ({ path, text }: SourceFile): readonly (readonly [string, IsUsed])[] => {
  const code = withoutComments(text)
  const used = words(code)
  const whole = handedOn(code)
  return importedNames(text).flatMap(({ specifier, names }) => {
    const target = resolveOwn(path, specifier)
    if (target === undefined) return []
    const isUsed: IsUsed = (name) =>
      names?.includes(name) ?? (whole.has(specifier) || used.has(name))
    return [[target, isUsed] as const]
  })
}

const ships = (file: SourceFile): boolean =>
  isCode(file) &&
  /^packages\/[^/]+\/(?:src|boot)\//.test(file.path) &&
  // The rules have a check of their own, which knows what waits for the product.
  !file.path.startsWith('packages/rules/') &&
  !isTest(file.path) &&
  !isData(file.path)

/** What a file exports is imported by another file. */
export const unusedExports: Rule = (files) => {
  const uses = Map.groupBy(files.filter(isCode).flatMap(usesOf), ([target]) => target)
  return files.filter(ships).flatMap(({ path, text }): Finding[] =>
    exportedNames(withoutComments(text))
      .filter((name) => !(uses.get(path) ?? []).some(([, isUsed]) => isUsed(name)))
      .map((name) => ({ path, message: `no other file imports ${name}` })),
  )
}
