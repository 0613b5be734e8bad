import { resourceIds } from '@signet/contract/access/resource-rules'
import type {
  ApplicationWays,
  PeopleWays,
  UserWays,
  WayPeople,
  WayStatement,
} from '@signet/contract/access/weakest-ways'
import { mostWayPeople, mostWays } from '@signet/contract/access/weakest-ways'
import { oneOf } from '@signet/rules/membership'
import { compareWays, isAtLeast } from '@signet/rules/weakest-ways'
import type { z } from 'zod'
import { type Context, mayDo } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import { groupsInSight, seesGroup } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { type Entrance, portal, targetOf } from './entrances.ts'
import { isGroup } from './kinds.repository.ts'
import { lookAt, lookAtAdministrators, lookAtProgram, type Seen } from './landscape.ts'
import { presentWay } from './weakest-ways.present.ts'

type People = z.input<typeof WayPeople>
type Counted = z.input<typeof PeopleWays>['counted']

/** @throws access_denied */
const expectUsers = (ctx: Context): void => {
  if (ctx.actor.kind !== 'system' && !mayDo(ctx, ['USERS', 'VIEW'])) {
    throw new ApiError('access_denied')
  }
}

const countOf = (kinds: Seen['kinds']): number =>
  kinds.reduce((sum, { kind }) => sum + kind.users, 0)

const countedIn = ({ kinds, administrators, complete }: Seen): Counted => ({
  users: countOf(kinds),
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

/** @throws access_denied, user_not_found */
export const ofUser = async (ctx: Context, id: string): Promise<z.input<typeof UserWays>> => {
  expectUsers(ctx)
  const user = await readOwner(ctx, id)
  const seen = await lookAt(ctx, { of: 'USER', id: user.id }, portal)
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
  return answerOf(ctx, await lookAt(ctx, { of: 'GROUP', id }, portal))
}

const isPortal = oneOf(resourceIds)

/** Over those who may come in at all. */
const peopleInto = async (ctx: Context, id: string, entrance: Entrance) => {
  const seen = await lookAt(ctx, { of: 'EVERYBODY' }, entrance)
  const kinds = seen.kinds
    .filter(({ kind }) => id !== 'ADMIN_PORTAL' || kind.administrator)
    .filter(({ ways }) => ways.length > 0)
  return answerOf(ctx, { ...seen, kinds })
}

const noPeople: z.input<typeof PeopleWays> = {
  people: [],
  counted: { users: 0, kinds: 0, administrators: 0, complete: true },
}

/** @throws access_denied, not_found */
export const ofApplication = async (
  ctx: Context,
  id: string,
): Promise<z.input<typeof ApplicationWays>> => {
  expectUsers(ctx)
  const { entrance, program } = isPortal(id)
    ? { entrance: portal, program: null }
    : await targetOf(ctx, id)
  const answer = entrance === null ? noPeople : await peopleInto(ctx, id, entrance)
  if (program === null) return { ...answer, rights: null }
  const { way, guesses } = await lookAtProgram(ctx, program)
  return { ...answer, rights: presentWay(ctx, way, guesses) }
}

/** Those by whom it does not hold that every administrator takes a phishing-resistant factor. */
const breaking = ({ kinds }: Seen): readonly SeenKind[] =>
  kinds.filter(({ ways }) => ways.some(({ grade }) => !isAtLeast(grade, 'ANOTHERS_ACT')))

const stateOf = (seen: Seen, broken: readonly SeenKind[]) => {
  if (broken.length > 0) return 'BROKEN'
  return seen.complete ? 'HOLDS' : 'UNKNOWN'
}

/** Whether it holds by what this very transaction sees, and some of those by whom it does not. */
export const stateNow = async (ctx: Context) => {
  const seen = await lookAtAdministrators(ctx)
  const broken = breaking(seen)
  const names = broken.slice(0, mostWayPeople).map(({ kind }) => kind.name)
  return { state: stateOf(seen, broken), users: countOf(broken), names }
}

export const holdsNow = async (ctx: Context): Promise<boolean> =>
  (await stateNow(ctx)).state === 'HOLDS'

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
