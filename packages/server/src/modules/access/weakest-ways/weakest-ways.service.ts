import type {
  PeopleWays,
  UserWays,
  WayPeople,
  WayStatement,
} from '@signet/contract/access/weakest-ways'
import { mostWayPeople, mostWays } from '@signet/contract/access/weakest-ways'
import { compareWays, isAtLeast } from '@signet/rules/weakest-ways'
import type { z } from 'zod'
import { type Context, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { findApiApplication, isSignInProgram } from '../../applications/api-applications/index.ts'
import { isOidcApplication } from '../../applications/oidc-applications/index.ts'
import { findSamlApplication } from '../../applications/saml-applications/index.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import { groupsInSight, seesGroup } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { isGroup } from './kinds.repository.ts'
import { lookAt, lookAtAdministrators, type Seen } from './landscape.ts'
import type { Entrance } from './sessions.ts'
import { presentWay } from './weakest-ways.present.ts'

type People = z.input<typeof WayPeople>
type Counted = z.input<typeof PeopleWays>['counted']

/** @throws access_denied */
const expectUsers = (ctx: Context): void => {
  if (ctx.actor.kind !== 'system' && !mayDo(ctx, ['USERS', 'VIEW'])) {
    throw new ApiError('access_denied')
  }
}

const countedIn = ({ kinds, administrators, complete }: Seen): Counted => ({
  users: kinds.reduce((sum, { kind }) => sum + kind.users, 0),
  kinds: kinds.length,
  administrators,
  complete,
})

type SeenKind = Seen['kinds'][number]

const cheaper = (one: SeenKind, other: SeenKind): number => {
  const [mine] = one.ways
  const [theirs] = other.ways
  if (mine === undefined || theirs === undefined) {
    return Number(mine === undefined) - Number(theirs === undefined)
  }
  return compareWays(mine, theirs)
}

const peopleOf = (ctx: Context, { kinds, guesses }: Pick<Seen, 'kinds' | 'guesses'>): People[] =>
  kinds
    .toSorted(cheaper)
    .slice(0, mostWayPeople)
    .map(({ kind, ways: [way] }) => ({
      users: kind.users,
      administrators: kind.administrator,
      example: { id: kind.id, name: kind.name },
      way: way === undefined ? null : presentWay(ctx, way, guesses),
    }))

const answerOf = (ctx: Context, seen: Seen): z.input<typeof PeopleWays> => ({
  people: peopleOf(ctx, seen),
  counted: countedIn(seen),
})

const session: Entrance = { application: null }

/** @throws access_denied, user_not_found */
export const ofUser = async (ctx: Context, id: string): Promise<z.input<typeof UserWays>> => {
  expectUsers(ctx)
  const user = await readOwner(ctx, id)
  const seen = await lookAt(ctx, { of: 'USER', id: user.id }, session)
  const ways = seen.kinds.flatMap((each) => each.ways).slice(0, mostWays)
  return {
    user,
    ways: ways.map((way) => presentWay(ctx, way, seen.guesses)),
    counted: countedIn(seen),
  }
}

/** @throws access_denied, group_not_found */
export const ofGroup = async (ctx: Context, id: string) => {
  expectUsers(ctx)
  if (!seesGroup(ctx, id) || !(await isGroup(ctx, id))) throw new ApiError('group_not_found')
  return answerOf(ctx, await lookAt(ctx, { of: 'GROUP', id }, session))
}

/** How an application is entered. @throws not_found for none that people open */
const entranceTo = async (ctx: Context, id: string): Promise<Entrance> => {
  const isOpened =
    (await isOidcApplication(ctx, id)) || (await findSamlApplication(ctx, id)) !== undefined
  if (isOpened) return { application: id }
  if (!(await isSignInProgram(ctx, id))) throw new ApiError('not_found')
  const program = await findApiApplication(ctx, id)
  return { application: null, program: { id, method: program?.authentication_method ?? null } }
}

const isPortal = (id: string): boolean => id === 'ADMIN_PORTAL' || id === 'USER_PORTAL'

/** Over those who may come in at all. @throws access_denied, not_found */
export const ofApplication = async (ctx: Context, id: string) => {
  expectUsers(ctx)
  const entrance = isPortal(id) ? session : await entranceTo(ctx, id)
  const seen = await lookAt(ctx, { of: 'EVERYBODY' }, entrance)
  const kinds = seen.kinds
    .filter(({ kind }) => id !== 'ADMIN_PORTAL' || kind.administrator)
    .filter(({ ways }) => ways.length > 0)
  return answerOf(ctx, { ...seen, kinds })
}

/** Those by whom it does not hold that every administrator takes a phishing-resistant factor. */
const breaking = ({ kinds }: Seen): readonly SeenKind[] =>
  kinds.filter(({ ways }) => ways.some(({ grade }) => !isAtLeast(grade, 'ANOTHERS_ACT')))

const stateOf = (seen: Seen, broken: readonly SeenKind[]) => {
  if (broken.length > 0) return 'BROKEN'
  return seen.complete ? 'HOLDS' : 'UNKNOWN'
}

/** Whether it holds now, by what this very transaction sees. */
export const holdsNow = async (ctx: Context): Promise<boolean> => {
  const seen = await lookAtAdministrators(ctx)
  return stateOf(seen, breaking(seen)) === 'HOLDS'
}

/** @throws access_denied to administrators limited to groups */
export const statements = async (ctx: Context): Promise<z.input<typeof WayStatement>[]> => {
  expectUsers(ctx)
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
  const seen = await lookAtAdministrators(ctx)
  const broken = breaking(seen)
  const { administratorsPhishingResistant: held } = await settings.heldStatements(ctx)
  return [
    {
      name: 'administrators_phishing_resistant',
      state: stateOf(seen, broken),
      held,
      people: peopleOf(ctx, { ...seen, kinds: broken }),
      counted: countedIn(seen),
    },
  ]
}
