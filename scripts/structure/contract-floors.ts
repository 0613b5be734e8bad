import { areas, height } from './house.ts'
import { resolveOwn } from './resolve.ts'
import { type Finding, isTest, type Rule } from './source-file.ts'

/** Files beside the areas (kit, error codes) lie under all of them. */
const areaOf = (path: string | undefined): string | undefined => {
  const area = /^packages\/contract\/src\/([^/]+)\//.exec(path ?? '')?.[1]
  return area !== undefined && height(areas, area) < areas.length ? area : undefined
}

const message = (from: string, to: string | undefined): string | undefined => {
  const area = areaOf(to)
  const own = areaOf(from)
  if (area === undefined || !from.startsWith('packages/contract/')) return undefined
  if (own === undefined) return `stands below the area ${area}`
  return height(areas, area) > height(areas, own)
    ? `the area ${own} stands below ${area}`
    : undefined
}

/** An endpoint and its schema stand in the highest area that they touch. */
export const contractHouse: Rule = (files) =>
  files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) =>
      file.imports.flatMap(({ specifier }): Finding[] => {
        const wrong = message(file.path, resolveOwn(file.path, specifier))
        return wrong === undefined ? [] : [{ path: file.path, message: `'${specifier}': ${wrong}` }]
      }),
    )
