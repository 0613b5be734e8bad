import { consoleFloors, height } from './house.ts'
import { resolveOwn } from './resolve.ts'
import { type Finding, isTest, type Rule } from './source-file.ts'

interface Place {
  readonly floor: string
  readonly feature: string
}

const placeOf = (path: string | undefined): Place | undefined => {
  const parts = /^packages\/console\/src\/(.+)$/.exec(path ?? '')?.[1]?.split('/')
  if (parts === undefined) return undefined
  const [floor = '', area = '', plural = ''] = parts
  return { floor: parts.length === 1 ? 'app' : floor, feature: `${area}/${plural}` }
}

const check = (from: Place, to: Place): string | undefined => {
  if (height(consoleFloors, to.floor) > height(consoleFloors, from.floor))
    return `${from.floor} stands below ${to.floor}`
  if (from.floor === 'features' && to.floor === 'features' && from.feature !== to.feature)
    return 'a feature never imports a feature: what two share moves down to pickers or kit'
  return undefined
}

/** The floors of the console; a feature never imports a feature. */
export const consoleHouse: Rule = (files) =>
  files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) =>
      file.imports.flatMap(({ specifier }): Finding[] => {
        const from = placeOf(file.path)
        const to = placeOf(resolveOwn(file.path, specifier))
        const message = from && to && check(from, to)
        return message === undefined
          ? []
          : [{ path: file.path, message: `'${specifier}': ${message}` }]
      }),
    )
