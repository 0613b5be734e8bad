import { inImportOrder } from './import-order.ts'
import type { SourceFile } from './source-file.ts'

const source = 'packages/console/src/'
export const featureListPath = `${source}features.ts`

interface Entry {
  readonly name: string
  readonly order: number
  readonly from: string
}

const entryOf = ({ path, text }: SourceFile): Entry[] => {
  if (!/^packages\/console\/src\/features\/.+\.screens\.ts$/.test(path)) return []
  const [, name] = /^export const (\w+): Feature = \{/m.exec(text) ?? []
  if (name === undefined) return []
  const [, order] = /^export const \w+: Feature = \{\s+order: (\d+)/m.exec(text) ?? []
  return [
    {
      name,
      order: order === undefined ? Number.POSITIVE_INFINITY : Number(order),
      from: `./${path.slice(source.length)}`,
    },
  ]
}

/** By their `order`; those without one come last, by path. */
const inOrder = (a: Entry, b: Entry): number => {
  if (a.order === b.order) return inImportOrder(a, b)
  return a.order < b.order ? -1 : 1
}

/** The file that lists the features of the console in the order of the menu. */
export const featureList = (files: readonly SourceFile[]): string => {
  const entries = files.flatMap(entryOf).toSorted(inOrder)
  return [
    '/* Written by `npm run modules`. */',
    ...entries.toSorted(inImportOrder).map(({ name, from }) => `import { ${name} } from '${from}'`),
    "import type { Feature } from './kit/screen.ts'",
    '',
    '/** What the console consists of, in the order of the menu. */',
    'export const features: readonly Feature[] = [',
    ...entries.map(({ name }) => `  ${name},`),
    ']',
    '',
  ].join('\n')
}
