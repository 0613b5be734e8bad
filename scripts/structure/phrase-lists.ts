import { camelCase } from './camel-case.ts'
import { inImportOrder } from './import-order.ts'
import type { SourceFile } from './source-file.ts'

const folder = 'packages/phrases/src/en/'

/** Errors are looked up by their code alone. */
const withoutTypes: readonly string[] = ['restApiErrors']

const namespaceOf = ({ path }: SourceFile): string[] => {
  const [, namespace = ''] =
    /^packages\/phrases\/src\/en\/(\w+)(?:\.ts|\/[\w-]+\.json)$/.exec(path) ?? []
  return namespace === '' || withoutTypes.includes(namespace) ? [] : [namespace]
}

const memberOf = (name: string): string =>
  camelCase(name) === name ? `  ${name}: typeof ${name}` : `  '${name}': typeof ${camelCase(name)}`

const typeOf = (namespace: string): string =>
  `${namespace.charAt(0).toUpperCase()}${namespace.slice(1)}`

const textOf = (namespace: string, files: readonly SourceFile[]): string => {
  const start = `${folder}${namespace}/`
  const subjects = files
    .filter(({ path }) => path.startsWith(start) && path.endsWith('.json'))
    .map(({ path }) => ({
      name: path.slice(start.length, -'.json'.length),
      from: `./${path.slice(folder.length)}`,
    }))
    .toSorted(inImportOrder)
  const header = '/* Written by `npm run modules`. */'
  const type = typeOf(namespace)
  if (subjects.length === 0)
    return [
      header,
      '',
      `/** There is no file in \`en/${namespace}/\` yet. */`,
      `export type ${type} = Record<never, never>`,
      '',
    ].join('\n')
  return [
    header,
    ...subjects.map(({ name, from }) => `import type ${camelCase(name)} from '${from}'`),
    '',
    `/** The texts of \`en/${namespace}/\`, by file. */`,
    `export interface ${type} {`,
    ...subjects.map(({ name }) => memberOf(name)),
    '}',
    '',
  ].join('\n')
}

/** For each namespace of the English texts, the file that lists their types. */
export const phraseLists = (
  files: readonly SourceFile[],
): readonly { readonly path: string; readonly text: string }[] =>
  [...new Set(files.flatMap(namespaceOf))].map((namespace) => ({
    path: `${folder}${namespace}.ts`,
    text: textOf(namespace, files),
  }))
