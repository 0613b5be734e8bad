import type { Api } from '@signet/contract/kit/endpoint'
import { helpPaths } from '@signet/rules/console'
import { foldName } from '@signet/rules/text'
import type { Documented } from '../openapi/documented.ts'
import { tagsOf } from '../openapi/tags.ts'
import { apiOf, apis } from '../openapi.ts'
import { type Listed, listed } from './operations.ts'

/** The calls of an API about one subject. */
export interface Group {
  readonly api: Api
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly calls: readonly Listed[]
}

/** What the pages of the reference are made of. */
export interface Reference {
  readonly apis: readonly Api[]
  readonly calls: readonly Listed[]
  groupsOf(api: Api): readonly Group[]
  /** The calls that have all words of a text, the one with this ID first, then those with the words in their summary. */
  find(text: string): readonly Listed[]
}

export const referenceBase = (api: Api): string => helpPaths.apis[api]

const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export const groupPath = ({ api, name }: Pick<Group, 'api' | 'name'>): string =>
  `${referenceBase(api)}${slugOf(name)}`

const order: readonly Listed['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const inOrder = (calls: readonly Listed[]): readonly Listed[] =>
  calls.toSorted(
    (a, b) =>
      a.path.localeCompare(b.path, 'en') || order.indexOf(a.method) - order.indexOf(b.method),
  )

const groupsIn = (api: Api, documented: readonly Documented[]): readonly Group[] => {
  const own = documented.filter(({ endpoint }) => apiOf(endpoint) === api)
  const bySubject = Map.groupBy(own.map(listed), ({ subject }) => subject)
  return tagsOf(own.map(({ endpoint }) => endpoint)).map(({ name, description }) => ({
    api,
    name,
    slug: slugOf(name),
    description,
    calls: inOrder(bySubject.get(name) ?? []),
  }))
}

/** A search that finds more is too wide to read. */
const mostFound = 100

const hasAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word))

export const createReference = (documented: readonly Documented[]): Reference => {
  const groups = new Map(apis.map((api) => [api, groupsIn(api, documented)] as const))
  const calls = [...groups.values()].flat().flatMap((group) => group.calls)
  const searched = calls.map((call) => ({
    call,
    id: foldName(call.id),
    summary: foldName(call.summary),
    all: foldName(Object.values(call).join(' ')),
  }))
  return {
    apis,
    calls,
    groupsOf: (api) => groups.get(api) ?? [],
    find: (text) => {
      const words = foldName(text).split(' ')
      const rankOf = ({ id, summary }: (typeof searched)[number]): number => {
        if (id === words.join(' ')) return 0
        return hasAll(`${summary} ${id}`, words) ? 1 : 2
      }
      return searched
        .filter(({ all }) => hasAll(all, words))
        .map((one) => ({ call: one.call, rank: rankOf(one) }))
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, mostFound)
        .map(({ call }) => call)
    },
  }
}
