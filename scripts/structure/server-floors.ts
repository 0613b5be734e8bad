import { areas, height, serverFloors } from './house.ts'
import { resolveOwn } from './resolve.ts'
import { type Finding, isTest, type Rule } from './source-file.ts'

interface Place {
  readonly floor: string
  /** Of a module: `tenancy` and `tenancy/sessions`; of a protocol: `oidc` for both. */
  readonly area: string
  readonly subject: string
  readonly file: string
}

const prefix = 'packages/server/src/'

const placeOf = (path: string): Place | undefined => {
  if (!path.startsWith(prefix)) return undefined
  const parts = path.slice(prefix.length).split('/')
  const [floor = '', area = '', subject = ''] = parts
  const file = parts.at(-1) ?? ''
  if (floor === 'modules') return { floor, area, subject: `${area}/${subject}`, file }
  return { floor: parts.length === 1 ? 'app' : floor, area, subject: area, file }
}

/** Only the assembly imports more of a module than its index: its record. */
const isDoor = (from: Place, file: string): boolean =>
  file === 'index.ts' || (from.floor === 'app' && file === 'module.ts')

const checkModules = (from: Place, to: Place): string | undefined => {
  if (to.floor !== 'modules' || from.subject === to.subject) return undefined
  if (!isDoor(from, to.file)) return `reaches into ${to.subject}: import its index.ts`
  const isHigher = from.floor === 'modules' && height(areas, to.area) > height(areas, from.area)
  return isHigher ? `the area ${from.area} stands below ${to.area}` : undefined
}

const checkPlaces = (from: Place, to: Place): string | undefined => {
  if (height(serverFloors, to.floor) > height(serverFloors, from.floor))
    return `${from.floor} stands below ${to.floor}`
  return checkModules(from, to)
}

const unknownAreas: Rule = (files) =>
  files.flatMap(({ path }): Finding[] => {
    const area = /^packages\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
    if (area === undefined || height(areas, area) < areas.length) return []
    return [{ path, message: `${area} is not an area of the house` }]
  })

/** The floors of the server, the order of the areas, and the modules' doors. */
export const serverHouse: Rule = (files) => [
  ...unknownAreas(files),
  ...files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) =>
      file.imports.flatMap(({ specifier }): Finding[] => {
        const from = placeOf(file.path)
        const to = placeOf(resolveOwn(file.path, specifier) ?? '')
        const message = from && to && checkPlaces(from, to)
        return message === undefined
          ? []
          : [{ path: file.path, message: `'${specifier}': ${message}` }]
      }),
    ),
]
