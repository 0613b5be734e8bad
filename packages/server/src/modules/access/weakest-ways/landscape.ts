import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { mostWayKinds } from '@signet/contract/access/weakest-ways'
import {
  type Act,
  cheapestInTurns,
  cheapestOver,
  inOrder,
  through,
  type Way,
} from '@signet/rules/weakest-ways'
import type { Context, Rights } from '../../../kit/context.ts'
import { roles } from '../../identity/roles/index.ts'
import { warmSettings } from '../../settings/families/index.ts'
import { readMeter } from '../guess-budget/index.ts'
import { rulesOf } from '../resource-rules/index.ts'
import {
  type Actor,
  actBy,
  acting,
  actorOf,
  type Gift,
  gifts,
  type Holds,
  holdsOnce,
  isSeenBy,
  mayGive,
  mayRenew,
  secretOf,
} from './acting.ts'
import { type Entrance, type Program, portal } from './entrances.ts'
import {
  type Kind,
  listActingPrograms,
  listKinds,
  listRoles,
  listVouchers,
  type StoredProvider,
  type Whom,
} from './kinds.repository.ts'
import { waysInto } from './sessions.ts'
import type { Guesses } from './telling.ts'
import { inTurns, taken } from './turns.ts'

type StoredRole = Awaited<ReturnType<typeof listRoles>>[number]

/** What holds of the tenant, read once for all that is asked. */
interface Landscape {
  readonly guesses: Guesses
  readonly providers: readonly StoredProvider[]
  readonly rightsBy: (standing: string | null) => Rights
  readonly administrators: readonly Kind[]
  readonly actors: readonly Actor[]
  /** Acting for a user takes the user's rights. */
  readonly mayAct: Holds
  /** The cheapest way to each administrator and program, over others too. */
  readonly cheapest: ReadonlyMap<string, Way>
  readonly complete: boolean
}

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

const vouchersOf = ({ providers }: Pick<Landscape, 'providers'>, kind: Kind) =>
  providers.flatMap(({ id, name, vouches, for_administrators: isTrusted }) => {
    const unconfirmed = kind.providers.includes(`${id}:unconfirmed`)
    if (!unconfirmed && !kind.providers.includes(id)) return []
    const counts = vouches && !unconfirmed && (isTrusted || !kind.administrator)
    return [{ id, name, vouches: counts, unconfirmed }]
  })

type Looking = Pick<Landscape, 'guesses' | 'providers'>
interface Coming extends Looking {
  readonly entrance: Entrance
  readonly given?: readonly SignInAuthenticator[]
}

const waysOf = (ctx: Context, kind: Kind, { entrance, given = [], ...seen }: Coming) => {
  const user = { kind, given, vouchers: vouchersOf(seen, kind) }
  return waysInto(ctx, user, { entrance, words: seen })
}

/** What is enough by itself, once given. */
const enough = async (ctx: Context, kind: Kind, coming: Coming): Promise<readonly Gift[]> => {
  const found: Gift[] = []
  for (const given of gifts) {
    const ways = await waysOf(ctx, kind, { ...coming, given })
    if (ways.some(({ steps }) => steps.length === 0)) found.push(given)
  }
  return found
}

type Society = Pick<Landscape, 'actors' | 'rightsBy' | 'mayAct'>

/** Who may act on these, and what they would do. */
const actsOn = async (
  ctx: Context,
  kind: Kind,
  { actors, rightsBy, mayAct, ...seen }: Society & Coming,
): Promise<readonly Act[]> => {
  const theirs = rightsBy(kind.roles)
  const able = actors.filter(
    ({ actor, rights }) => actor.id !== kind.id && isSeenBy(rights, kind) && mayAct(rights, theirs),
  )
  if (able.length === 0) return []
  const giving = await enough(ctx, kind, seen)
  return able.flatMap(({ actor, rights, stepsOf }) => {
    const gift = giving.find((each) => mayGive(rights, each))
    const steps = gift === undefined ? undefined : stepsOf.get(gift)
    return steps === undefined ? [] : [{ from: actor, to: kind.id, steps }]
  })
}

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
  { except, pause }: { readonly except: string | null; readonly pause: () => Promise<void> },
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
  const programActors = programs.map(({ id, name, role_id: role }) =>
    acting({ kind: 'PROGRAM', id, name }, rightsBy(`${role ?? ''}`)),
  )
  const people = administrators.map((kind) => acting(actorOf(kind), rightsBy(kind.roles)))
  const actors = [...people, ...programActors]
  const mayAct = holdsOnce()
  const seen = { guesses, providers, entrance: portal, actors, rightsBy, mayAct }
  const own = new Map<string, Way>(programActors.map(({ actor }) => [actor.id, secretOf(actor)]))
  const acts: Act[] = []
  for (const kind of administrators) {
    const [way] = inOrder(await waysOf(ctx, kind, seen))
    if (way !== undefined) own.set(kind.id, way)
    acts.push(...(await actsOn(ctx, kind, seen)))
    await pause()
  }
  const cheapest = await taken(cheapestInTurns(own, acts), pause)
  const complete = found.length <= mostWayKinds
  return { ...seen, administrators, cheapest, complete }
}

export interface Seen {
  readonly guesses: Guesses
  readonly kinds: readonly { readonly kind: Kind; readonly ways: readonly Way[] }[]
  readonly administrators: number
  readonly complete: boolean
}

const sumOf = (kinds: readonly Kind[]): number => kinds.reduce((sum, { users }) => sum + users, 0)

type Over = (land: Pick<Landscape, 'cheapest'>, acts: readonly Act[]) => readonly Way[]

const everyOver: Over = ({ cheapest }, acts) =>
  acts.flatMap((act) => {
    const way = cheapest.get(act.from.id)
    return way === undefined ? [] : [through(way, act)]
  })

/** Of people by the kind no more than the cheapest is told. */
const oneOver: Over = ({ cheapest }, acts) => {
  const way = cheapestOver(acts, cheapest)
  return way === null ? [] : [way]
}

/** Every way to these: their own, and over each of those who may act on them. Takes turns of the thread. */
export const lookAt = async (ctx: Context, whom: Whom, entrance: Entrance): Promise<Seen> => {
  await warmSettings(ctx)
  const pause = inTurns()
  const ofRules = await groupsOfRules(ctx, entrance)
  const except = whom.of === 'USER' ? whom.id : null
  const land = await readLandscape(ctx, ofRules, { except, pause })
  const found = await listKinds(ctx, whom, ofRules)
  const kinds: { kind: Kind; ways: readonly Way[] }[] = []
  for (const kind of bounded(found)) {
    const seen = { ...land, entrance }
    const own = await waysOf(ctx, kind, seen)
    const acts = await actsOn(ctx, kind, seen)
    const over = whom.of === 'USER' ? everyOver(land, acts) : oneOver(land, acts)
    kinds.push({ kind, ways: inOrder([...own, ...over]) })
    await pause()
  }
  const complete = land.complete && found.length <= mostWayKinds
  return { kinds, guesses: land.guesses, administrators: sumOf(land.administrators), complete }
}

const lookAround = async (ctx: Context): Promise<Landscape> => {
  await warmSettings(ctx)
  const ofRules = await groupsOfRules(ctx, portal)
  return readLandscape(ctx, ofRules, { except: null, pause: inTurns() })
}

/** The cheapest way to each administrator. */
export const lookAtAdministrators = async (ctx: Context): Promise<Seen> => {
  const land = await lookAround(ctx)
  const kinds = land.administrators.map((kind) => {
    const way = land.cheapest.get(kind.id)
    return { kind, ways: way === undefined ? [] : [way] }
  })
  const { guesses, complete } = land
  return { kinds, guesses, administrators: sumOf(land.administrators), complete }
}

/** The cheapest way to the rights of a program: its secret, or an administrator who gives it another. */
export const lookAtProgram = async (
  ctx: Context,
  { id, name, roleId, rights }: Program,
): Promise<{ readonly way: Way; readonly guesses: Guesses }> => {
  const land = await lookAround(ctx)
  const theirs = rights ?? land.rightsBy(roleId)
  const over = land.actors
    .filter(({ actor, rights: own }) => actor.id !== id && mayRenew(own, theirs))
    .flatMap(({ actor }) => {
      const way = land.cheapest.get(actor.id)
      const steps = [actBy(actor, null)]
      return way === undefined ? [] : [through(way, { from: actor, steps })]
    })
  const secret = secretOf({ kind: 'PROGRAM', id, name })
  const [way = secret] = inOrder([secret, ...over])
  return { way, guesses: land.guesses }
}
