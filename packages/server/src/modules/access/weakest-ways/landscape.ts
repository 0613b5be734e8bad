import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { mostWayKinds } from '@signet/contract/access/weakest-ways'
import { may } from '@signet/rules/permissions'
import { holds } from '@signet/rules/roles'
import {
  type Act,
  type ClosedBy,
  cheapestWays,
  inOrder,
  through,
  type Way,
  type WayActor,
  type WayStep,
} from '@signet/rules/weakest-ways'
import type { Context, Rights } from '../../../kit/context.ts'
import { roles } from '../../identity/roles/index.ts'
import { warmSettings } from '../../settings/families/index.ts'
import { readMeter } from '../guess-budget/index.ts'
import { rulesOf } from '../resource-rules/index.ts'
import {
  type Kind,
  listActingPrograms,
  listKinds,
  listRoles,
  listVouchers,
  type StoredProvider,
  type Whom,
} from './kinds.repository.ts'
import { type Entrance, waysInto } from './sessions.ts'
import type { Guesses } from './telling.ts'

type StoredRole = Awaited<ReturnType<typeof listRoles>>[number]

/** An actor who may act for others, and the cheapest way to their rights. */
interface Actor {
  readonly actor: WayActor
  readonly rights: Rights
}

/** What holds of the tenant, read once for all that is asked. */
interface Landscape {
  readonly guesses: Guesses
  readonly providers: readonly StoredProvider[]
  readonly rightsBy: (standing: string | null) => Rights
  readonly administrators: readonly Kind[]
  readonly actors: readonly Actor[]
  /** The cheapest way to each administrator and program, over others too. */
  readonly cheapest: ReadonlyMap<string, Way>
  readonly complete: boolean
}

const portal: Entrance = { application: null }

/** The likeliest guess of each authenticator, over all users and policies. */
const guessesOf = async (ctx: Context): Promise<Guesses> => {
  const found = new Map<string, NonNullable<ReturnType<Guesses['get']>>>()
  const { meters } = await readMeter(ctx)
  for (const { authenticator, ...guess } of meters.flatMap((each) => each.authenticators)) {
    const { basis, guessesPerYear, probability } = guess
    const known = found.get(authenticator)
    if (known !== undefined && (known.probability ?? 0) >= (probability ?? 0)) continue
    found.set(authenticator, { basis, guessesPerYear, probability })
  }
  return found
}

const rightsReader = (ctx: Context, stored: readonly StoredRole[]): Landscape['rightsBy'] => {
  const known = new Map<string, Rights>()
  return (standing) => {
    const key = standing ?? ''
    const ids = new Set(key.split(',').map((role) => role.slice(0, 36)))
    const rights =
      known.get(key) ??
      roles.rightsWith(
        ctx,
        stored.filter(({ id }) => ids.has(id)),
      )
    known.set(key, rights)
    return rights
  }
}

/** What an actor may give, the least first; with any of these they come in. */
const gifts: readonly (readonly SignInAuthenticator[])[] = [
  ['PASSWORD'],
  ['PASSWORD', 'TEMP_ACCESS_CODE'],
  ['FIDO'],
  ['PASSWORD', 'FIDO'],
  ['PASSWORD', 'TOKEN'],
]

const mayGive = ({ permissions }: Rights, gift: readonly SignInAuthenticator[]): boolean =>
  !gift.includes('TOKEN') || may(permissions, ['TOKENS', 'ADD'])

/** Acting for a user takes the user's rights, and that they are among those whom one manages. */
const mayActOn = (rights: Rights, kind: Kind, theirs: Rights): boolean => {
  const { groupScope } = rights
  const isSeen = groupScope === 'ALL' || kind.groups.some((id) => groupScope.includes(id))
  return isSeen && may(rights.permissions, ['USERS', 'EDIT']) && holds(rights, theirs)
}

const closedByActor = ({ kind, id, name }: WayActor): ClosedBy => ({
  code: kind === 'USER' ? 'ADMINISTRATOR' : 'PROGRAM',
  id,
  name,
})

const actBy = (actor: WayActor, gift: readonly SignInAuthenticator[]): readonly WayStep[] =>
  gift.map((authenticator) => ({
    kind: 'ACT',
    authenticator,
    place: null,
    by: actor,
    closedBy: closedByActor(actor),
  }))

const vouchersOf = ({ providers }: Pick<Landscape, 'providers'>, kind: Kind) =>
  providers
    .filter(({ id }) => kind.providers.includes(id))
    .map(({ id, name, vouches, for_administrators: isTrusted }) => ({
      id,
      name,
      vouches: vouches && (isTrusted || !kind.administrator),
    }))

type Looking = Pick<Landscape, 'guesses' | 'providers'>
interface Coming extends Looking {
  readonly entrance: Entrance
  readonly given?: readonly SignInAuthenticator[]
}

const waysOf = (ctx: Context, kind: Kind, { entrance, given = [], ...seen }: Coming) => {
  const user = { kind, given, vouchers: vouchersOf(seen, kind) }
  return waysInto(ctx, user, { entrance, words: seen })
}

type Giving = readonly (readonly SignInAuthenticator[])[]

/** What is enough by itself, once given. */
const enough = async (ctx: Context, kind: Kind, coming: Coming): Promise<Giving> => {
  const found: (readonly SignInAuthenticator[])[] = []
  for (const given of gifts) {
    const ways = await waysOf(ctx, kind, { ...coming, given })
    if (ways.some(({ steps }) => steps.length === 0)) found.push(given)
  }
  return found
}

/** Who may act on these, and what they would do. */
const actsOn = async (
  ctx: Context,
  kind: Kind,
  { actors, rightsBy, ...seen }: Pick<Landscape, 'actors' | 'rightsBy'> & Coming,
): Promise<readonly Act[]> => {
  const theirs = rightsBy(kind.roles)
  const acting = actors.filter(
    ({ actor, rights }) => actor.id !== kind.id && mayActOn(rights, kind, theirs),
  )
  if (acting.length === 0) return []
  const giving = await enough(ctx, kind, seen)
  return acting.flatMap(({ actor, rights }) => {
    const gift = giving.find((each) => mayGive(rights, each))
    return gift === undefined ? [] : [{ from: actor, to: kind.id, steps: actBy(actor, gift) }]
  })
}

const actorOf = ({ id, name }: Pick<Kind, 'id' | 'name'>): WayActor => ({ kind: 'USER', id, name })

/** A program's secret is all that it takes to act as it. */
const secretOf = (actor: WayActor): Way => ({
  grade: 'ONE_FACTOR',
  probability: null,
  steps: [
    {
      kind: 'SECRET',
      authenticator: null,
      place: null,
      by: actor,
      closedBy: closedByActor(actor),
    },
  ],
})

/** Ids of the groups that rules of what is entered name. */
const groupsOfRules = async (ctx: Context, { application, program = null }: Entrance) => {
  const resources = ['ADMIN_PORTAL', 'USER_PORTAL', application, program?.id]
  const all = await Promise.all(
    resources.map((id) => (typeof id === 'string' ? rulesOf(ctx, id) : [])),
  )
  return [...new Set(all.flat().flatMap(({ groupIds }) => groupIds))]
}

const bounded = (kinds: readonly Kind[]): readonly Kind[] => kinds.slice(0, mostWayKinds)

/** Who administers, what they may do, and the cheapest way to each; `except` for one who is looked at. */
const readLandscape = async (
  ctx: Context,
  ofRules: readonly string[],
  except: string | null,
): Promise<Landscape> => {
  const [guesses, found, providers, stored, programs] = await Promise.all([
    guessesOf(ctx),
    listKinds(ctx, { of: 'ADMINISTRATORS', except }, ofRules),
    listVouchers(ctx),
    listRoles(ctx),
    listActingPrograms(ctx),
  ])
  const rightsBy = rightsReader(ctx, stored)
  const administrators = bounded(found)
  const acting = programs.map(({ id, name, role_id: role }) => ({
    actor: { kind: 'PROGRAM', id, name } as const,
    rights: rightsBy(`${role ?? ''}`),
  }))
  const people = administrators.map((kind) => ({
    actor: actorOf(kind),
    rights: rightsBy(kind.roles),
  }))
  const actors = [...people, ...acting]
  const seen = { guesses, providers, entrance: portal }
  const own = new Map<string, Way>(acting.map(({ actor }) => [actor.id, secretOf(actor)]))
  const acts: Act[] = []
  for (const kind of administrators) {
    const [way] = inOrder(await waysOf(ctx, kind, seen))
    if (way !== undefined) own.set(kind.id, way)
    acts.push(...(await actsOn(ctx, kind, { ...seen, actors, rightsBy })))
  }
  const cheapest = cheapestWays(own, acts)
  const complete = found.length <= mostWayKinds
  return { guesses, providers, rightsBy, administrators, actors, cheapest, complete }
}

export interface Seen {
  readonly guesses: Guesses
  readonly kinds: readonly { readonly kind: Kind; readonly ways: readonly Way[] }[]
  readonly administrators: number
  readonly complete: boolean
}

const sumOf = (kinds: readonly Kind[]): number => kinds.reduce((sum, { users }) => sum + users, 0)

/** Every way to these: their own, and over each of those who may act on them. */
export const lookAt = async (ctx: Context, whom: Whom, entrance: Entrance): Promise<Seen> => {
  await warmSettings(ctx)
  const ofRules = await groupsOfRules(ctx, entrance)
  const except = whom.of === 'USER' ? whom.id : null
  const land = await readLandscape(ctx, ofRules, except)
  const found = await listKinds(ctx, whom, ofRules)
  const kinds: { kind: Kind; ways: readonly Way[] }[] = []
  for (const kind of bounded(found)) {
    const seen = { ...land, entrance }
    const own = await waysOf(ctx, kind, seen)
    const acts = await actsOn(ctx, kind, seen)
    const over = acts.flatMap((act) => {
      const way = land.cheapest.get(act.from.id)
      return way === undefined ? [] : [through(way, act)]
    })
    kinds.push({ kind, ways: inOrder([...own, ...over]) })
  }
  const complete = land.complete && found.length <= mostWayKinds
  return { kinds, guesses: land.guesses, administrators: sumOf(land.administrators), complete }
}

/** The cheapest way to each administrator. */
export const lookAtAdministrators = async (ctx: Context): Promise<Seen> => {
  await warmSettings(ctx)
  const land = await readLandscape(ctx, await groupsOfRules(ctx, portal), null)
  const kinds = land.administrators.map((kind) => {
    const way = land.cheapest.get(kind.id)
    return { kind, ways: way === undefined ? [] : [way] }
  })
  const { guesses, complete } = land
  return { kinds, guesses, administrators: sumOf(land.administrators), complete }
}
