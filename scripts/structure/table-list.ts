import { inImportOrder } from './import-order.ts'
import type { SourceFile } from './source-file.ts'

const folder = 'packages/server/src/platform/db/'
export const tableListPath = `${folder}schema.ts`

interface Entry {
  readonly names: readonly string[]
  readonly from: string
}

const entryOf = ({ path, text }: SourceFile): Entry[] => {
  if (!/^packages\/server\/src\/platform\/db\/schema\/[\w-]+\.ts$/.test(path)) return []
  const names = [...text.matchAll(/^export interface (\w+Tables)\b/gm)].map(([, name = '']) => name)
  return names.length === 0
    ? []
    : [{ names: names.toSorted(), from: `./${path.slice(folder.length)}` }]
}

const isOfSystem = (name: string): boolean => name.endsWith('SystemTables')

/** As the formatter breaks what an interface extends: on one line where it fits. */
const joined = (name: string, parts: readonly string[]): string => {
  const line = `export interface ${name} extends ${parts.join(', ')} {}`
  return line.length <= 100
    ? line
    : `export interface ${name}\n  extends ${parts.join(',\n    ')} {}`
}

/** The file that joins the tables of `schema/`: what ends in `SystemTables` is outside the policies. */
export const tableList = (files: readonly SourceFile[]): string => {
  const entries = files.flatMap(entryOf).toSorted(inImportOrder)
  const names = entries.flatMap((entry) => entry.names)
  return [
    '/* Written by `npm run modules`. */',
    ...entries.map((entry) => `import type { ${entry.names.join(', ')} } from '${entry.from}'`),
    '',
    '/** The tables of the product, each under row-level security. */',
    joined(
      'Tables',
      names.filter((name) => !isOfSystem(name)),
    ),
    '',
    '/** The closed list of tables outside row-level security. */',
    joined('SystemTables', names.filter(isOfSystem)),
    '',
  ].join('\n')
}
