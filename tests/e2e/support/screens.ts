import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))
const features = 'packages/console/src/features'

/** A Screen record of the console, and what its page is made of. */
export interface ConsoleScreen {
  readonly path: string
  /** Further addresses of the page. */
  readonly aliases: readonly string[]
  /** The page that its breadcrumb leads to. */
  readonly parent: string | null
  /** What its page is laid out by: pages of one template differ in their fields alone. */
  readonly template: string
  /** The files of its feature, relative to the checkout. */
  readonly files: readonly string[]
}

/** Parts of the console's kit that lay out a page. */
const layouts = [/<(ListPage)/, /<(?:Edit|Entity|New)(Form)/, /<(TabbedPage)/, /<(SettingsPage)/]

/** Features whose pages are laid out by themselves, unlike any other: editors, boards, steps. */
const ownLayouts = [
  'access/authenticators',
  'issuance/designs',
  'issuance/printers',
  'operations/bulk-operations',
  'operations/dashboard',
]

const importedBeside = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/from '\.\/(\w+\.tsx)'/g)].map(([, name = '']) =>
    join(dirname(file), name),
  )

const layoutsIn = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  return layouts.flatMap((layout) => layout.exec(text)?.[1] ?? [])
}

/** By what the page itself is laid out, else by what its parts are. */
const templateOf = (page: string, feature: string): string => {
  const own = layoutsIn(page)
  const found = own.length > 0 ? own : importedBeside(page).flatMap(layoutsIn)
  if (found.length > 0) return [...new Set(found)].join(' and ')
  return ownLayouts.includes(feature) ? feature : 'Page'
}

const entries = (value: unknown, key: string): readonly unknown[] => {
  const found: unknown = Reflect.get(Object(value), key)
  return Array.isArray(found) ? found : []
}

const pageFile = /(\w+\.tsx)\b/

/** The Screen records of one file, as the console reads them; their types need a browser. */
const screensIn = async (file: string): Promise<ConsoleScreen[]> => {
  const folder = dirname(file)
  const files = globSync(`${folder}/*`).map((path) => relative(checkout, path))
  const feature = relative(join(checkout, features), folder)
  const module: unknown = await import(file)
  return Object.values(Object(module))
    .flatMap((exported) => entries(exported, 'screens'))
    .map((screen) => {
      const [path, parent, page] = ['path', 'parent', 'page'].map((name) =>
        Reflect.get(Object(screen), name),
      )
      const name = pageFile.exec(String(page))?.[1]
      if (name === undefined) throw new Error(`no page of ${path} in ${basename(file)}`)
      const template = templateOf(join(folder, name), feature)
      return {
        path: String(path),
        aliases: entries(screen, 'aliases').map(String),
        parent: parent === undefined ? null : String(parent),
        template,
        files,
      }
    })
}

/** All screens of the console. */
export const consoleScreens = async (): Promise<readonly ConsoleScreen[]> => {
  const found = globSync(join(checkout, features, '*/*/*.screens.ts'))
  return (await Promise.all(found.map(screensIn))).flat()
}

/** The paths of all Screen records. */
export const screenPaths = async (): Promise<readonly string[]> =>
  (await consoleScreens()).map(({ path }) => path)

/** One screen of each template: another one with another seed. */
export const oneOfEach = (screens: readonly ConsoleScreen[], seed: string): ConsoleScreen[] => {
  const number = createHash('sha256').update(seed).digest().readUInt32BE(0)
  const groups = [...Map.groupBy(screens, ({ template }) => template).values()]
  return groups.flatMap((group) => group[number % group.length] ?? [])
}

/** Whether a page has this address only once something stands in its place. */
export const hasParameter = (path: string): boolean => /:\w+(?!\w*\?)/.test(path)

/** Whether an address, as a link has it (`#/user/1`), is one of this screen. */
export const leadsTo = (path: string, link: string): boolean => {
  const pattern = path.replaceAll(/\/:\w+\?/g, '(?:/[^/?]+)?').replaceAll(/:\w+/g, '[^/?]+')
  return new RegExp(`^#${pattern}(?:\\?.*)?$`).test(link)
}
