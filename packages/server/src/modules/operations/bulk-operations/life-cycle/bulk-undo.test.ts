import { bulkCalls } from '@signet/contract/operations/bulk-operations'
import type { BulkKindName } from '@signet/rules/bulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser } from '../../../../../testing/builders.ts'
import { bulkDriver, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

/* Guards: what stood there before each row; the group in sight; directory links; the own row. */

let test: TestApp
let admin: Awaited<ReturnType<typeof buildAdmin>>
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  admin = await buildAdmin(test.ctx)
})
afterAll(() => test.close())

const begin = (kind: BulkKindName, body: object, as = admin.token) =>
  test.call(bulkCalls(kind).initialiseBulk, { as, body })

/** Does it to its end; its id. */
const run = async (kind: BulkKindName, body: object, as = admin.token): Promise<string> => {
  const made = await begin(kind, body, as)
  expect(made.status, made.text).toBe(200)
  const id = String(made.body.id)
  const driver = bulkDriver(kind, test.call, as)
  await driver.start(id)
  await workOn(test, id)
  expect((await driver.read(id)).body).toMatchObject({ state: 'COMPLETED' })
  return id
}

const rowsOf = (kind: BulkKindName, id: string, as = admin.token) =>
  bulkDriver(kind, test.call, as).rows(id)

const setUser = (
  id: string,
  change: { state?: 'REGISTERING'; locked?: boolean; lock_reason?: string },
) =>
  test.ctx.db
    .updateTable('users')
    .set(change)
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .execute()

const standingOf = async (id: string) =>
  test.ctx.db
    .selectFrom('users')
    .select(['state', 'locked', 'lock_reason'])
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()

describe('taking back', () => {
  it('leaves those locked who were locked before', async () => {
    const [free, held] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    await setUser(held.id, { locked: true, lock_reason: 'gone away' })
    const userIds = [free.id, held.id]
    const operationId = await run('setuserstate', { userIds, values: { state: 'LOCKED' } })
    expect(await standingOf(free.id)).toMatchObject({ locked: true })
    await run('setuserstate', { operationId })
    expect(await standingOf(free.id)).toMatchObject({ locked: false })
    expect(await standingOf(held.id)).toMatchObject({ locked: true, lock_reason: 'gone away' })
  })

  it('brings back the state and the reason that each one had', async () => {
    const [registering, active] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const locked = await buildUser(test.ctx)
    await setUser(registering.id, { state: 'REGISTERING' })
    await setUser(locked.id, { locked: true, lock_reason: 'lost, "phone"' })
    const userIds = [registering.id, active.id]
    const off = await run('setuserstate', { userIds, values: { state: 'INACTIVE' } })
    const open = await run('setuserstate', {
      userIds: [locked.id],
      values: { state: 'UNLOCKED' },
    })
    expect(await standingOf(registering.id)).toMatchObject({ state: 'INACTIVE' })
    expect(await standingOf(locked.id)).toMatchObject({ locked: false, lock_reason: null })
    const undo = await run('setuserstate', { operationId: off })
    await run('setuserstate', { operationId: open })
    expect(await standingOf(registering.id)).toMatchObject({ state: 'REGISTERING' })
    expect(await standingOf(active.id)).toMatchObject({ state: 'ACTIVE' })
    expect(await standingOf(locked.id)).toMatchObject({
      locked: true,
      lock_reason: 'lost, "phone"',
    })
    await run('setuserstate', { operationId: undo })
    expect(await standingOf(registering.id)).toMatchObject({ state: 'INACTIVE' })
  })

  it('is for kinds that know what was, and for one’s own kind', async () => {
    const { id } = await buildUser(test.ctx)
    const values = { required: 'true' }
    const operationId = await run('setregistration', { userIds: [id], values })
    expect((await begin('setuserstate', { operationId })).body.errorCode).toBe('invalid_parameters')
    const withValues = await begin('setregistration', { operationId, values })
    expect(withValues.body.errorCode).toBe('invalid_parameters')
    const reset = await run('resetpasswords', { userIds: [id] })
    const back = await begin('resetpasswords', { operationId: reset })
    expect(back.body.errorCode).toBe('invalid_parameters')
  })
})

describe('groups of many', () => {
  const groupsOf = async (userId: string) => {
    const memberships = test.ctx.db.selectFrom('user_groups').select('group_id')
    const rows = await memberships.where('user_id', '=', userId).execute()
    return rows.map(({ group_id: id }) => id)
  }

  it('are joined and left by everyone who matches, and that is taken back', async () => {
    const [one, two] = [
      await buildUser(test.ctx, { userId: 'joiner-1' }),
      await buildUser(test.ctx, { userId: 'joiner-2' }),
    ]
    const { id: group } = await buildGroup(test.ctx, { members: [two.id] })
    const users = { search: 'joiner-' }
    const joining = { users, values: { group, member: 'true' } }
    const operationId = await run('setgroupmembership', joining)
    const outcome = (await rowsOf('setgroupmembership', operationId)).map(({ name, action }) => [
      name,
      action,
    ])
    expect(outcome.toSorted()).toEqual([
      ['joiner-1', 'UPDATE'],
      ['joiner-2', 'SKIP'],
    ])
    expect(await groupsOf(one.id)).toEqual([group])
    await run('setgroupmembership', { operationId })
    expect(await groupsOf(one.id)).toEqual([])
    expect(await groupsOf(two.id)).toEqual([group])
    await run('setgroupmembership', { users, values: { group, member: 'false' } })
    expect(await groupsOf(two.id)).toEqual([])
  })

  it('are changed by an administrator of groups for their people and their groups only', async () => {
    const [mine, foreign] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const group = await buildGroup(test.ctx, { members: [mine.id] })
    const other = await buildGroup(test.ctx, { members: [foreign.id] })
    const limited = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKUSERS', 'VIEW'],
        ['BULKUSERS', 'ADD'],
        ['USERS', 'VIEW'],
        ['USERS', 'EDIT'],
      ],
      groupIds: [group.id],
    })
    const tried = async (userIds: string[], groupId: string) => {
      const values = { group: groupId, member: 'true' }
      const id = await run('setgroupmembership', { userIds, values }, limited.token)
      return rowsOf('setgroupmembership', id, limited.token)
    }
    expect(await tried([mine.id, foreign.id], other.id)).toMatchObject([
      { errorCode: 'group_not_found' },
      { errorCode: 'user_not_found' },
    ])
    expect(await tried([limited.id], group.id)).toMatchObject([{ action: 'ERROR' }])
    const all = await run(
      'setgroupmembership',
      { users: {}, values: { group: group.id, member: 'false' } },
      limited.token,
    )
    expect(await rowsOf('setgroupmembership', all, limited.token)).toMatchObject([
      { name: mine.userId, action: 'UPDATE' },
    ])
    expect(await groupsOf(foreign.id)).toEqual([other.id])
  })

  it('of a directory are not changed for its own people', async () => {
    const { id } = await buildUser(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set({ type: 'LDAP_AD' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()
    const { id: group } = await buildGroup(test.ctx)
    await test.ctx.db
      .updateTable('groups')
      .set({ type: 'LDAP_AD' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', group)
      .execute()
    const values = { group, member: 'true' }
    const tried = await run('setgroupmembership', { userIds: [id], values })
    expect(await rowsOf('setgroupmembership', tried)).toMatchObject([
      { errorCode: 'user_edit_restricted' },
    ])
    expect(await groupsOf(id)).toEqual([])
  })

  it('finds nobody of another tenant among ids that are sent', async () => {
    const other = await test.otherTenant()
    const foreign = await buildUser(other.ctx)
    const tried = await run('setuserstate', {
      userIds: [foreign.id],
      values: { state: 'LOCKED' },
    })
    expect(await rowsOf('setuserstate', tried)).toMatchObject([{ errorCode: 'user_not_found' }])
  })
})
