import { camelCase } from './camel-case.ts'
import { areas, height } from './house.ts'
import { inImportOrder } from './import-order.ts'
import type { SourceFile } from './source-file.ts'

const source = 'packages/server/src/'
export const moduleListPath = `${source}app/modules.ts`

interface Entry {
  readonly area: string
  readonly name: string
  readonly from: string
}

const entryOf = ({ path }: SourceFile): Entry[] => {
  const [, floor = '', area = '', subject] =
    /^packages\/server\/src\/(modules|protocols)\/([\w-]+)\/(?:([\w-]+)\/)?module\.ts$/.exec(
      path,
    ) ?? []
  if (floor === '') return []
  return [
    {
      area: floor === 'protocols' ? floor : area,
      name: `${camelCase(subject ?? area)}Module`,
      from: `../${path.slice(source.length)}`,
    },
  ]
}

const inOrder = (a: Entry, b: Entry): number =>
  height(areas, a.area) - height(areas, b.area) || (a.from < b.from ? -1 : 1)

/** As the formatter breaks lists: on one line where it fits. */
const list = (area: string, names: readonly string[]): string => {
  const line = `  ${area}: [${names.join(', ')}],`
  if (line.length <= 100) return line
  return `  ${area}: [\n${names.map((name) => `    ${name},\n`).join('')}  ],`
}

/** Two areas may have a subject of the same name. */
const localName = ({ area, name }: Entry, all: readonly Entry[]): string =>
  all.filter((each) => each.name === name).length === 1
    ? name
    : `${area}${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** The file that lists the `module.ts` records of all modules, area by area. */
export const moduleList = (files: readonly SourceFile[]): string => {
  const entries = files.flatMap(entryOf).toSorted(inOrder)
  const imports = entries.toSorted(inImportOrder).map((entry) => {
    const local = localName(entry, entries)
    const name = local === entry.name ? local : `${entry.name} as ${local}`
    return `import { ${name} } from '${entry.from}'`
  })
  const byArea = [...Map.groupBy(entries, ({ area }) => area)].map(([area, some]) =>
    list(
      area,
      some.map((entry) => localName(entry, entries)),
    ),
  )
  return [
    '/* Written by `npm run modules`. */',
    "import type { Module } from '../kit/module.ts'",
    ...imports,
    '',
    '/** The records of all modules by area, from the ground up. */',
    'export const modules: Readonly<Record<string, readonly Module[]>> = {',
    ...byArea,
    '}',
    '',
  ].join('\n')
}
