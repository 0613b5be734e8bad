import { needsOf } from '@signet/contract/kit/endpoint'
import { buildAdmin, buildGroup, buildUser, everyPermission } from '../../../testing/builders.ts'
import { allRoutes } from '../../app/areas.ts'
import type { Route } from '../../kit/routes.ts'
import { rightInput } from './right-calls.ts'
import { label } from './shapes.ts'
import type { Given, World } from './world.ts'

/** Calls that only read, by their declaration: also lists that are asked for by POST. */
const reads: readonly Route[] = allRoutes.filter(
  ({ endpoint }) =>
    endpoint.needs !== undefined &&
    (endpoint.method === 'GET' ||
      (endpoint.method === 'POST' &&
        endpoint.audit === null &&
        needsOf(endpoint).every(([, action]) => action === 'VIEW'))),
)

interface Person {
  readonly id: string
  readonly user_id: string
  readonly email: string | null
}

/** What identifies each user but these: id, user ID and email address. */
const canariesOf = async ({ ctx }: World, known: ReadonlySet<string>): Promise<string[]> => {
  const people: readonly Person[] = await ctx.db
    .selectFrom('users')
    .select(['id', 'user_id', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .execute()
  return people
    .filter(({ id }) => !known.has(id))
    .flatMap(({ id, user_id, email }) => [id, user_id, email ?? id])
}

/** The right call, and for a list the one that asks for everything. */
const inputsOf = async (world: World, route: Route): Promise<readonly Given[]> => {
  const given = await rightInput(world, route)
  return given.body === undefined ? [given] : [given, { ...given, body: {} }]
}

/**
 * What an administrator who is limited to a group reads about users outside it, over all calls that
 * read: each with what it shows. The administrator of the world, who made everything, is known.
 */
export const outsidersRead = async (world: World): Promise<readonly string[]> => {
  const member = await buildUser(world.ctx)
  const { id: groupId } = await buildGroup(world.ctx, { members: [member.id] })
  const limited = await buildAdmin(world.ctx, {
    permissions: everyPermission,
    groupIds: [groupId],
  })
  const made = []
  for (const route of reads) {
    for (const given of await inputsOf(world, route)) made.push({ route, given })
  }
  const known = new Set([world.admin.id, limited.id, member.id])
  const canaries = await canariesOf(world, known)
  const shown: string[] = []
  for (const { route, given } of made) {
    const { text } = await world.test.call(route.endpoint, { ...given, as: limited.token })
    const asked = JSON.stringify(given)
    const found = canaries.filter((canary) => text.includes(canary) && !asked.includes(canary))
    if (found.length > 0) shown.push(`${label(route)}: ${found.slice(0, 2).join(', ')}`)
  }
  return shown
}
