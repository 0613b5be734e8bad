import type { Route } from '../../../kit/routes.ts'
import type { Asked, Caller } from './caller.ts'
import { collectionAt, idIn, type KnownIds } from './known-ids.ts'
import {
  askedOf,
  bodiesWithWord,
  changeTexts,
  type ExampleOf,
  idParamsOf,
  isUuid,
} from './requests.ts'

/** One tenant in a run. */
export interface Side {
  readonly caller: Caller
  readonly ids: KnownIds
  /** What this run has created, the newest last: it is removed at the end. */
  readonly created: Asked[]
}

const isGood = (status: number | undefined): boolean => status !== undefined && status < 300

/** An example with rows of this tenant where it names some. */
export const ownBody = (
  { path }: Pick<Route['endpoint'], 'path'>,
  example: unknown,
  ids: KnownIds,
): unknown =>
  changeTexts(example, (text, name) => (isUuid(text) ? (ids.named(name, path) ?? text) : text))

/** Calls that create what another path names by the id of the answer. */
const creatorsOf = (routes: readonly Route[]): readonly Route[] => {
  const paths = routes.map(({ endpoint }) => endpoint.path)
  return routes.filter(
    ({ endpoint: { method, path, actor, audit } }) =>
      method === 'POST' &&
      actor !== 'public' &&
      actor !== 'provider' &&
      audit !== null &&
      (audit.endsWith('_CREATED') || paths.some((other) => other.startsWith(`${path}/:`))),
  )
}

/** How a row is removed: DELETE at the path of its list and its id. */
const removerOf = (routes: readonly Route[], { endpoint }: Route, id: string): Asked | null => {
  const found = routes.find(
    ({ endpoint: other }) =>
      other.method === 'DELETE' &&
      other.path.startsWith(`${endpoint.path}/:`) &&
      idParamsOf(other).length === 1,
  )
  const [param] = found === undefined ? [] : idParamsOf(found.endpoint)
  return found === undefined || param === undefined
    ? null
    : askedOf(found, { [param]: id }, undefined)
}

const createOne = async (
  side: Side,
  route: Route,
  { routes, exampleOf }: { readonly routes: readonly Route[]; readonly exampleOf: ExampleOf },
): Promise<void> => {
  const ids = side.ids.of(route)
  if (ids === null) return
  const example = ownBody(route.endpoint, exampleOf(route), side.ids)
  // No two rows have one name.
  const word = `${side.caller.canary.word}${side.created.length.toString(36)}`
  const bodies =
    route.endpoint.body === undefined ? [undefined] : bodiesWithWord(route, example, word)
  for (const body of bodies) {
    const received = await side.caller.call(askedOf(route, ids, body))
    if (!isGood(received?.status)) continue
    const id = idIn(received?.text ?? '', collectionAt(route.endpoint.path))
    if (id === undefined) return
    side.ids.addMade(route.endpoint.path, id)
    const remover = removerOf(routes, route, id)
    if (remover !== null) side.created.push(remover)
    return
  }
}

const rounds = 2

/**
 * Creates a row of everything that calls create, by those calls and the bodies of their examples. What
 * takes a row that is created later is tried again.
 */
export const fill = async (
  side: Side,
  given: {
    readonly routes: readonly Route[]
    readonly exampleOf: ExampleOf
    readonly mayGoOn: () => Promise<boolean>
  },
): Promise<void> => {
  const creators = creatorsOf(given.routes)
  for (let round = 0; round < rounds; round += 1) {
    for (const route of creators) {
      if (side.ids.has(collectionAt(route.endpoint.path))) continue
      if (!(await given.mayGoOn())) return
      await createOne(side, route, given)
    }
  }
}

export const removeCreated = async ({ caller, created }: Side): Promise<void> => {
  for (const asked of created.toReversed()) await caller.call(asked)
}
