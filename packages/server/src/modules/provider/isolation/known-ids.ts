import type { Route } from '../../../kit/routes.ts'
import { parsedJson } from '../../../platform/json.ts'
import { idParamsOf, isUuid } from './requests.ts'

/** What parameters and members name, by the collection that has it. */
const byName: Readonly<Record<string, string>> = {
  user: 'users',
  useruuid: 'users',
  owner: 'users',
  group: 'groups',
  role: 'siteroles',
  roles: 'siteroles',
  organization: 'organizations',
  org: 'organizations',
  app: 'applications/oidc',
  application: 'applications/oidc',
  printer: 'printers',
  workflow: 'issuance/workflowdesigns',
  enrollmentdesign: 'issuance/workflowdesigns',
  credentialdesign: 'issuance/credentialdesigns',
  design: 'issuance/credentialdesigns',
  enrollment: 'enrollments',
  token: 'tokens',
  grid: 'grids',
  oauthrole: 'oauthroles',
  rule: 'resourcerules',
  flow: 'authenticationflows',
  authenticationflow: 'authenticationflows',
  iplist: 'iplists',
  tenant: 'tenants',
  account: 'tenants',
  webhook: 'webhooks',
  attribute: 'userattributes',
}

/** The words of a path that tell collections apart: versions and what all paths begin with are none. */
const wordsOf = (path: string): string[] =>
  path.split('/').filter((word) => word !== '' && !/^(?:api|web|v\d+|:.*)$/.test(word))

/** A collection by the path of its list, of which one version is like another. */
export const collectionAt = (path: string): string =>
  wordsOf(path)
    .join('/')
    .replace(/paged$/, '')

const collectionOfName = (name: string): string | undefined =>
  byName[name.replace(/(?:Uuids?|Ids?|ids?)$/, '').toLowerCase()]

/** Ids of the rows of one tenant, by collection. */
export class KnownIds {
  readonly #ids = new Map<string, string>()

  add(collection: string, id: string): void {
    if (!this.#ids.has(collection)) this.#ids.set(collection, id)
  }

  /** Of what a call has created: what belongs to a row is found without it, too. */
  addMade(path: string, id: string): void {
    const collection = collectionAt(path)
    this.add(collection, id)
    if (path.includes('/:')) this.add(collection.split('/').at(-1) ?? '', id)
  }

  has(collection: string): boolean {
    return this.#ids.has(collection)
  }

  all(): readonly string[] {
    return [...new Set(this.#ids.values())]
  }

  /** Of what a member of a body names: by its own name, else by the path of the call. */
  named(name: string, path: string): string | undefined {
    const collection = collectionOfName(name)
    if (collection !== undefined) return this.#ids.get(collection)
    return /^(?:ids?|uuids?|)$/.test(name) ? this.#near(wordsOf(path)) : undefined
  }

  #near(words: readonly string[]): string | undefined {
    const places = [words.join('/'), words.at(-1) ?? '', words.slice(0, -1).join('/')]
    return places.map((place) => this.#ids.get(place)).find((id) => id !== undefined)
  }

  /** Of a parameter: by where it is in the path, else by its own name. */
  at(path: string, param: string): string | undefined {
    const collection = collectionOfName(param)
    const named = collection === undefined ? undefined : this.#ids.get(collection)
    return named ?? this.#near(wordsOf(path.slice(0, path.indexOf(`/:${param}`))))
  }

  /** Those of all parameters of a route; null where one is not known. */
  of({ endpoint }: Route): Readonly<Record<string, string>> | null {
    const found = idParamsOf(endpoint).map((name) => [name, this.at(endpoint.path, name)] as const)
    const known = found.flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]))
    return known.length === found.length ? Object.fromEntries(known) : null
  }
}

/** The id of an object: `id`, or one named after its collection, as `printerId` of `printers`. */
const ownId = (value: object, collection: string): string | undefined =>
  Object.entries(value)
    .toSorted(([one], [other]) => Number(other === 'id') - Number(one === 'id'))
    .flatMap(([name, id]) => {
      const isOwn =
        name === 'id' ||
        (name.endsWith('Id') && collection.includes(name.slice(0, -2).toLowerCase()))
      return isOwn && typeof id === 'string' && isUuid(id) ? [id] : []
    })[0]

const firstId = (value: unknown, collection: string): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return firstId(value[0], collection)
  return (
    ownId(value, collection) ??
    Object.values(value)
      .map((inner) => firstId(inner, collection))
      .find((id) => id !== undefined)
  )
}

/** The first id in an answer: of what was created, or of the first of a list. */
export const idIn = (text: string, collection: string): string | undefined =>
  firstId(parsedJson(Buffer.from(text)), collection)
