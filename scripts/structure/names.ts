import { countExports, declaresSomething } from './imports.ts'
import { type Finding, isCode, isTest, type Rule } from './source-file.ts'

const vague = /(?:^|\/|[.-])(?:utils?|helpers?|misc)(?:[./-]|$)/i
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*\.(?:ts|tsx|mjs)$/
const pascal = /^[A-Z][A-Za-z0-9]*(?:\.[a-z]+)*\.tsx?$/

const hasFace = (path: string): boolean =>
  /^packages\/(?:signin|console|authenticator)\//.test(path)

/** A namespace of texts is spelled as it is loaded. */
const isNamespace = (path: string): boolean => path.startsWith('packages/phrases/src/en/')

const nameOf = (path: string): string => path.split('/').at(-1) ?? ''

const hasGoodName = (path: string): boolean => {
  const name = nameOf(path)
  return kebab.test(name) || (hasFace(path) && pascal.test(name))
}

/** Files are kebab-case or `plural.role.ts`, components PascalCase; no name that says nothing. */
export const fileNames: Rule = (files) =>
  files
    .filter(isCode)
    .flatMap(({ path }): Finding[] => [
      ...(vague.test(path) ? [{ path, message: 'names nothing: call it by what it does' }] : []),
      ...(hasGoodName(path) || isNamespace(path)
        ? []
        : [{ path, message: 'is neither kebab-case nor a component' }]),
    ])

/** Node strips types, not JSX: it lives in the faces only. */
export const jsxInFaces: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.tsx') && !hasFace(path))
    .map(({ path }) => ({ path, message: 'JSX lives in the web faces only' }))

const mayBeDoor = (path: string): boolean =>
  /^packages\/server\/src\/(?:modules\/[^/]+\/[^/]+|protocols\/[^/]+)\/index\.ts$/.test(path)

const mostExports = 12

/** No barrel but a module's index.ts, which names at most a dozen things. */
export const barrels: Rule = (files) =>
  files.filter(isCode).flatMap(({ path, text, imports }): Finding[] => {
    const count = countExports(text)
    if (mayBeDoor(path))
      return count > mostExports
        ? [{ path, message: `exports ${count} names; a module's door has at most ${mostExports}` }]
        : []
    if (/\/index\.tsx?$/.test(path)) return [{ path, message: 'only a module has an index.ts' }]
    if (imports.some(({ isStar }) => isStar))
      return [{ path, message: "passes on all of another file's names" }]
    if (isTest(path) || !imports.some(({ isReExport }) => isReExport)) return []
    if (declaresSomething(text)) return []
    return [{ path, message: 'only passes on names of others: import them where they are' }]
  })
