import type { Carried, Catalogue } from './carried/carried.ts'
import { constants } from './carried/constants.ts'
import { enumerations } from './carried/enumerations.ts'
import { rules } from './carried/rules.ts'
import { type Reach, reachOf } from './reach.ts'
import { type Finding, isCode, isData, isTest, type Rule, type SourceFile } from './source-file.ts'

/** The file of `rules/text:isFilled` or `rules/console:helpPaths.guides`, whatever it ends with. */
const stemOf = (place: string): string => {
  const [folder = '', ...rest] = place.replace(/:.*$/, '').split('/')
  return `packages/${folder}/src/${rest.join('/')}`
}

const nameOf = (place: string): readonly [string, string | undefined] => {
  const [name = '', member] = place.replace(/^.*:/, '').split('.')
  return [name, member]
}

type PlaceState = 'gone' | 'unused' | 'used'

const stateOf = (place: string, paths: ReadonlySet<string>, reach: Reach): PlaceState => {
  const [name, member] = nameOf(place)
  const path = ['.ts', '.tsx'].map((end) => stemOf(place) + end).find((one) => paths.has(one))
  if (path === undefined || !reach.isDeclared(path, name)) return 'gone'
  const isUsed =
    member === undefined ? reach.isReached(path, name) : reach.isMemberReached(path, name, member)
  return isUsed ? 'used' : 'unused'
}

const faultOf = (state: PlaceState, { waitsFor }: Carried): string | null => {
  if (state === 'gone') return 'is gone'
  if (state === 'used')
    return waitsFor === null ? null : `is used: it no longer waits for ${waitsFor}`
  return waitsFor === null ? 'no program of the product uses it' : null
}

const unused = (catalogue: Catalogue, files: readonly SourceFile[]): Finding[] => {
  const reach = reachOf(files)
  const paths = new Set(files.map(({ path }) => path))
  return Object.entries(catalogue).flatMap(([id, carried]) =>
    carried.places.flatMap((place): Finding[] => {
      const fault = faultOf(stateOf(place, paths, reach), carried)
      return fault === null ? [] : [{ path: place, message: `${id}: ${fault}` }]
    }),
  )
}

const fewest = 3

/** The values of each schema that writes them out. */
const listsIn = (text: string): ReadonlySet<string>[] =>
  [...text.matchAll(/\.enum\(\s*\[([^[\]]*)\]/g)].map(
    ([, inner = '']) => new Set([...inner.matchAll(/'([^']+)'/g)].map(([, one = '']) => one)),
  )

const isSame = (values: ReadonlySet<string>, listed: readonly string[]): boolean =>
  values.size === listed.length && listed.every((value) => values.has(value))

const isSubject = (file: SourceFile): boolean =>
  isCode(file) && file.path.startsWith('packages/') && !isTest(file.path) && !isData(file.path)

/** An enumeration has one place: a schema with a copy of it stays behind when it grows. */
const writtenOut = (catalogue: Catalogue, files: readonly SourceFile[]): Finding[] => {
  const enumerated = Object.entries(catalogue).filter(([, { listed }]) => listed.length >= fewest)
  return files.filter(isSubject).flatMap((file) => {
    const lists = listsIn(file.text)
    return enumerated
      .filter(
        ([, { places }]) => !places.some((place) => file.path.startsWith(`${stemOf(place)}.`)),
      )
      .filter(([, { listed }]) => lists.some((values) => isSame(values, listed)))
      .map(([id, { places }]) => ({
        path: file.path,
        message: `writes out ${id}: use ${places[0]}`,
      }))
  })
}

export const carriedBy =
  (catalogue: Catalogue): Rule =>
  (files) => [...unused(catalogue, files), ...writtenOut(catalogue, files)]

/**
 * Every rule, constant and enumeration of the specification is used by a program of the product, or
 * names the area that it waits for; one that is tested and used nowhere proves nothing.
 */
export const carriedCatalogue = carriedBy({ ...rules, ...constants, ...enumerations })
