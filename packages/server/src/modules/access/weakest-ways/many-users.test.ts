import { ResourceRuleDefinition } from '@signet/contract/access/resource-rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Watched, watched } from '../../../../testing/access/counted-database.ts'
import { buildPerson } from '../../../../testing/access/people.ts'
import { buildRole } from '../../../../testing/builders.ts'
import { slowness } from '../../../../testing/cpu-time.ts'
import { longestTurn } from '../../../../testing/longest-turn.ts'
import { whileTimeStands } from '../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import type { Context } from '../../../kit/context.ts'
import { createApiApplication } from '../../applications/api-applications/index.ts'
import { insertUsers } from '../../identity/users/index.ts'
import { resourceRules } from '../resource-rules/index.ts'
import { portal } from './entrances.ts'
import { lookAt, lookAtAdministrators } from './landscape.ts'

// Guard: `pause` in `lookAt` and `readLandscape`.

let test: TestApp
let watch: Watched
let ctx: Context
beforeAll(async () => {
  test = await startTestApp()
  watch = watched(test.testDatabase.database)
  const db = watch.database.forTenant(test.tenant.id)
  ctx = { ...test.ctx, db }
})
afterAll(() => test.close())

const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = watch.work.statements
  await work()
  return watch.work.statements - before
}

/** Users without anything that signs them in. */
const addUsers = async (count: number, called = 'many') => {
  const name = (at: number): string => `${called}-${at}`
  const rows = Array.from({ length: count }, (_, at) => ({
    id: test.ctx.platform.ids.uuid(),
    userId: name(at),
    firstName: called,
    lastName: name(at),
    locale: 'en',
  }))
  for (let at = 0; at < count; at += 1000) await insertUsers(test.ctx, rows.slice(at, at + 1000))
}

describe('ten thousand users', () => {
  it('are looked at by as many statements as one user', async () => {
    await buildPerson(test.ctx, { email: 'one@example.test' })
    const look = () => lookAt(ctx, { of: 'EVERYBODY' }, portal)
    /** Settings are read anew after a second: time stands from a first look to the counted one. */
    const counted = (): Promise<number> =>
      whileTimeStands(async () => {
        await look()
        return statementsOf(look)
      })
    const ofOne = await counted()
    await addUsers(10_000)
    expect(await counted()).toBe(ofOne)
    const seen = await look()
    expect(seen.kinds.length).toBeLessThan(5)
    expect(seen.complete).toBe(true)
  })
})

/** CPU milliseconds that the thread is held at most, on the machine of the limits. */
const mostOfATurn = 50

/** Groups that the rules of the user portal tell apart. */
const addTellingGroups = async (count: number): Promise<readonly string[]> => {
  const ids = Array.from({ length: count }, () => test.ctx.platform.ids.uuid())
  await sql`insert into groups (tenant_id, id, name, name_key, search_text, created_at, updated_at)
    select ${test.tenant.id}::uuid, id, id::text, id::text, id::text, now(), now()
    from unnest(${ids}::uuid[]) id`.execute(test.ctx.db)
  for (let at = 0; at < count; at += 100) {
    const groupIds = ids.slice(at, at + 100)
    const rule = ResourceRuleDefinition.parse({ resourceId: 'USER_PORTAL', groupIds })
    await resourceRules.create(test.ctx, { ...rule, name: `Rule ${ids[at]}` })
  }
  return ids
}

/** Each of these users is in one of the groups. */
const spread = (ids: readonly string[], names: string) =>
  sql`insert into user_groups (tenant_id, user_id, group_id, name_key)
    select tenant_id, id, (${ids}::uuid[])[1 + at % ${ids.length}], name_key
    from (select *, row_number() over (order by id) as at from users
      where tenant_id = ${test.tenant.id}::uuid and user_id like ${names}) u`.execute(test.ctx.db)

const addPrograms = async (count: number): Promise<void> => {
  const roleId = await buildRole(test.ctx, { permissions: [['USERS', 'EDIT']] })
  const shared = { description: '', enabled: true, addresses: [], tokenTtlSeconds: 3600, roleId }
  for (let at = 0; at < count; at += 1) {
    await createApiApplication(test.ctx, 'ADMIN_API', { name: `Program ${at}`, ...shared })
  }
}

const addAdministrators = async (count: number, ids: readonly string[]): Promise<void> => {
  const role = await buildRole(test.ctx, { superAdministrator: true })
  await addUsers(count, 'chief')
  await sql`insert into user_roles (tenant_id, user_id, role_id)
    select tenant_id, id, ${role}::uuid from users
    where tenant_id = ${test.tenant.id}::uuid and user_id like 'chief-%'`.execute(test.ctx.db)
  await spread(ids, 'chief-%')
}

describe('ten thousand users in two hundred groups, beside two hundred programs', () => {
  it('are looked at in turns that others hardly notice', async () => {
    const ids = await addTellingGroups(200)
    await spread(ids, 'many-%')
    await addPrograms(200)
    const look = () => lookAt(ctx, { of: 'EVERYBODY' }, portal)
    expect((await look()).kinds.length).toBeGreaterThanOrEqual(ids.length)
    expect((await longestTurn(look)) / slowness()).toBeLessThan(mostOfATurn)
  })

  it('are so, too, where hundreds of administrators may each act on all others', async () => {
    const ids = await addTellingGroups(400)
    await addAdministrators(400, ids)
    const look = () => lookAtAdministrators(ctx)
    expect((await look()).kinds.length).toBeGreaterThanOrEqual(ids.length)
    expect((await longestTurn(look)) / slowness()).toBeLessThan(mostOfATurn)
  })
})
