import { bulkCalls, listBulkOperations } from '@signet/contract/operations/bulk-operations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildRole, buildUser } from '../../../../../testing/builders.ts'
import { runFile } from '../../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const groupNamed = (name: string) =>
  test.ctx.db
    .selectFrom('groups')
    .selectAll()
    .where('tenant_id', '=', test.tenant.id)
    .where('name', '=', name)
    .executeTakeFirst()

const members = async (groupId: string): Promise<readonly string[]> => {
  const rows = await test.ctx.db
    .selectFrom('user_groups')
    .select('user_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('group_id', '=', groupId)
    .execute()
  return rows.map((row) => row.user_id)
}

const eventsOf = async (action: string, entityId: string) =>
  test.ctx.db
    .selectFrom('audit_events')
    .select('actor_id')
    .where('tenant_id', '=', test.tenant.id)
    .where('action', '=', action)
    .where('entity_id', '=', entityId)
    .execute()

/** An administrator who is limited to these groups. */
const limitedTo = (groupIds: readonly string[]) =>
  buildAdmin(test.ctx, {
    groupIds,
    permissions: (['GROUPS', 'USERS', 'BULKGROUPS'] as const).flatMap((entity) =>
      (['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const).map((action) => [entity, action] as const),
    ),
  })

describe('an import of groups', () => {
  it('says what would happen, then does it, each group with its event', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const there = await buildGroup(test.ctx)
    const wanted = {
      kind: 'importgroups',
      as,
      existing: 'UPDATE',
      content: `Group name,Description,External id\nDesk,People who answer,e-1\n${there.name},Now told,\n${there.name.toUpperCase()} ,,\n`,
    } as const
    const told = [
      { line: 2, name: 'Desk', action: 'CREATE' },
      { line: 3, name: there.name, action: 'UPDATE', subjectId: there.id },
      { line: 4, action: 'ERROR', errorCode: 'bulk_row_repeated', column: 'name', message: '3' },
    ]
    expect(await runFile(test, { ...wanted, dryRun: true })).toMatchObject(told)
    expect(await groupNamed('Desk')).toBeUndefined()
    expect(await runFile(test, wanted)).toMatchObject(told)
    const made = await groupNamed('Desk')
    expect(made).toMatchObject({ description: 'People who answer', external_id: 'e-1', version: 1 })
    expect(await groupNamed(there.name)).toMatchObject({ description: 'Now told', version: 2 })
    expect(await eventsOf('GROUP_CREATED', made?.id ?? '')).toHaveLength(1)
    expect(await eventsOf('GROUP_UPDATED', there.id)).toHaveLength(1)
    expect(await runFile(test, wanted)).toMatchObject([
      { action: 'SKIP' },
      { action: 'SKIP' },
      { action: 'ERROR' },
    ])
  })

  it('tells taken names and external ids by line and column', async () => {
    const content = 'name,externalId\nTaken,x-1\n'
    await runFile(test, { kind: 'importgroups', as, content })
    const long = 'x'.repeat(129)
    const again = `name,externalId\n tAKEN ,\nOther,x-1\nFresh,x-2\nLater,x-2\n${long},\n,x-3\n`
    expect(await runFile(test, { kind: 'importgroups', as, content: again })).toMatchObject([
      { line: 2, errorCode: 'group_exists', column: 'name' },
      { line: 3, errorCode: 'group_exists', column: 'externalId' },
      { line: 4, action: 'CREATE' },
      { line: 5, errorCode: 'bulk_row_repeated', column: 'externalId', message: '4' },
      { line: 6, errorCode: 'invalid_parameters', column: 'name' },
      { line: 7, errorCode: 'bulk_value_missing', column: 'name' },
    ])
  })

  it('leaves what a directory owns', async () => {
    const { id, name } = await buildGroup(test.ctx)
    await test.ctx.db
      .updateTable('groups')
      .set({ type: 'LDAP_AD' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', id)
      .execute()
    const run = (content: string) =>
      runFile(test, { kind: 'importgroups', as, existing: 'UPDATE', content })
    expect(await run(`name,externalId\n${name},mine\n`)).toMatchObject([
      { errorCode: 'group_edit_restricted', column: 'externalId' },
    ])
    expect(await run(`name,description\n${name},ours\n`)).toMatchObject([{ action: 'UPDATE' }])
  })

  it('gives an administrator limited to groups none, and tells of no other', {
    meta: { covers: ['S43'] },
  }, async () => {
    const own = await buildGroup(test.ctx)
    const foreign = await buildGroup(test.ctx)
    const { token } = await limitedTo([own.id])
    const content = `name,description\nNew one,x\n${foreign.name},x\n${own.name},mine\n`
    const wanted = { kind: 'importgroups', as: token, existing: 'UPDATE', content } as const
    expect(await runFile(test, wanted)).toMatchObject([
      { errorCode: 'rights_not_held' },
      { errorCode: 'group_exists', column: 'name', subjectId: null },
      { action: 'UPDATE', subjectId: own.id },
    ])
    expect(await groupNamed(foreign.name)).toMatchObject({ description: null })
  })
})

describe('people put into groups by a file', () => {
  it('are in them afterwards, each membership with its event', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const [first, second] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const [ada, bob] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const content =
      'User ID;Group names\n' +
      `${ada.userId};"${first.name}; ${second.name}"\n${bob.userId};${first.name}\n` +
      `${ada.userId};${first.name}\n`
    const wanted = { kind: 'importusergroups', as, content } as const
    const told = [
      { line: 2, action: 'UPDATE', subjectId: ada.id },
      { line: 3, action: 'UPDATE', subjectId: bob.id },
      { line: 4, errorCode: 'bulk_row_repeated', column: 'group', message: '2' },
    ]
    expect(await runFile(test, { ...wanted, dryRun: true })).toMatchObject(told)
    expect(await members(first.id)).toEqual([])
    expect(await runFile(test, wanted)).toMatchObject(told)
    expect((await members(first.id)).toSorted()).toEqual([ada.id, bob.id].toSorted())
    expect(await members(second.id)).toEqual([ada.id])
    expect(await eventsOf('GROUP_MEMBER_ADDED', ada.id)).toHaveLength(2)
    expect(await runFile(test, wanted)).toMatchObject([
      { action: 'SKIP' },
      { action: 'SKIP' },
      { action: 'ERROR' },
    ])
  })

  it('stay where they are when a name is unknown, or the person is', async () => {
    const { id, name } = await buildGroup(test.ctx)
    const { userId } = await buildUser(test.ctx)
    const content = `userId,group\n${userId},${name}|Nowhere\nnobody,${name}\n${userId},;\n`
    expect(await runFile(test, { kind: 'importusergroups', as, content })).toMatchObject([
      { errorCode: 'group_not_found', column: 'group', message: 'Nowhere' },
      { errorCode: 'user_not_found' },
      { errorCode: 'bulk_value_missing', column: 'group' },
    ])
    expect(await members(id)).toEqual([])
  })

  it('are put there within the groups and people of who does it', {
    meta: { covers: ['S43'] },
  }, async () => {
    const [own, foreign] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const [mine, other] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const more = await buildGroup(test.ctx, { members: [mine.id] })
    const { token, userId } = await limitedTo([own.id, more.id])
    const rows = [
      `${mine.userId},${own.name}`,
      `${mine.userId},${foreign.name}`,
      `${other.userId},${own.name}`,
      `${userId},${own.name}`,
    ]
    const content = `userId,group\n${rows.join('\n')}\n`
    expect(await runFile(test, { kind: 'importusergroups', as: token, content })).toMatchObject([
      { action: 'UPDATE' },
      { errorCode: 'group_not_found' },
      { errorCode: 'user_not_found' },
      { errorCode: 'user_not_found' },
    ])
    expect(await members(own.id)).toEqual([mine.id])
    const self = await buildAdmin(test.ctx)
    const alone = `userId,group\n${self.userId},${own.name}\n`
    const by = { kind: 'importusergroups', as: self.token, content: alone } as const
    expect(await runFile(test, by)).toMatchObject([{ errorCode: 'user_edit_restricted' }])
  })
})

describe('people whom a directory delivers', () => {
  it('are put into groups of ours, not into those of a directory', async () => {
    const { id: userId, userId: name } = await buildUser(test.ctx)
    const [ours, theirs] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const mark = (table: 'users' | 'groups', id: string) =>
      test.ctx.db
        .updateTable(table)
        .set({ type: 'LDAP_AD' })
        .where('tenant_id', '=', test.tenant.id)
        .where('id', '=', id)
        .execute()
    await mark('users', userId)
    await mark('groups', theirs.id)
    const content = `userId,group\n${name},${theirs.name}\n${name},${ours.name}\n`
    expect(await runFile(test, { kind: 'importusergroups', as, content })).toMatchObject([
      { errorCode: 'user_edit_restricted', column: 'group' },
      { action: 'UPDATE' },
    ])
    expect(await members(theirs.id)).toEqual([])
  })
})

describe('a deletion of groups', () => {
  it('takes those that nobody is in and no role is limited to', {
    meta: { covers: ['lifecycle.bulk'] },
  }, async () => {
    const { id: userId } = await buildUser(test.ctx)
    const [free, byName] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const filled = await buildGroup(test.ctx, { members: [userId] })
    const scoped = await buildGroup(test.ctx)
    await buildRole(test.ctx, { groupIds: [scoped.id] })
    const rows = [
      `${free.id},`,
      `,${byName.name}`,
      `${filled.id},`,
      `,${scoped.name}`,
      `,${free.name}`,
      ',Nowhere',
    ]
    const content = `id,name\n${rows.join('\n')}\n,\n`
    const wanted = { kind: 'deletegroups', as, content } as const
    const told = [
      { line: 2, action: 'DELETE', name: free.name },
      { line: 3, action: 'DELETE', subjectId: byName.id },
      { line: 4, errorCode: 'bulk_group_in_use', message: 'has members' },
      { line: 5, errorCode: 'bulk_group_in_use', message: expect.stringMatching(/^roles: role-/) },
      { line: 6, errorCode: 'bulk_row_repeated' },
      { line: 7, errorCode: 'group_not_found', column: 'name' },
      { line: 8, errorCode: 'bulk_value_missing', column: 'name' },
    ]
    expect(await runFile(test, { ...wanted, dryRun: true })).toMatchObject(told)
    expect(await groupNamed(free.name)).toBeDefined()
    expect(await runFile(test, wanted)).toMatchObject(told)
    expect(await groupNamed(free.name)).toBeUndefined()
    expect(await groupNamed(byName.name)).toBeUndefined()
    expect(await groupNamed(filled.name)).toBeDefined()
    expect(await groupNamed(scoped.name)).toBeDefined()
    expect(await eventsOf('GROUP_DELETED', free.id)).toHaveLength(1)
  })

  it('asks for the right to delete groups, row by row, and knows no foreign ones', {
    meta: { covers: ['S43'] },
  }, async () => {
    const [own, foreign] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
    const content = `id\n${own.id}\n${foreign.id}\n`
    const helper = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKGROUPS', 'VIEW'],
        ['BULKGROUPS', 'ADD'],
      ],
    })
    expect(await runFile(test, { kind: 'deletegroups', as: helper.token, content })).toMatchObject([
      { errorCode: 'access_denied' },
      { errorCode: 'access_denied' },
    ])
    const limited = await limitedTo([own.id])
    const wanted = { kind: 'deletegroups', as: limited.token, content } as const
    expect(await runFile(test, wanted)).toMatchObject([
      { errorCode: 'bulk_group_in_use' },
      { errorCode: 'group_not_found' },
    ])
    const elsewhere = await test.otherTenant()
    const theirs = await buildGroup(elsewhere.ctx)
    const across = { kind: 'deletegroups', as, content: `id\n${theirs.id}\n` } as const
    expect(await runFile(test, across)).toMatchObject([{ errorCode: 'group_not_found' }])
  })
})

describe('who may work with groups by file only', () => {
  it('sees those operations, and none on users', async () => {
    const { token } = await buildAdmin(test.ctx, {
      permissions: [
        ['BULKGROUPS', 'VIEW'],
        ['BULKGROUPS', 'ADD'],
      ],
    })
    const listed: unknown = JSON.parse((await test.call(listBulkOperations, { as: token })).text)
    expect(new Set(Array.isArray(listed) ? listed.map(({ kind }) => kind) : [])).toEqual(
      new Set(['importgroups', 'importusergroups', 'deletegroups']),
    )
    const users = await test.call(bulkCalls('importusers').listBulk, { as: token })
    expect(users.status).toBe(403)
  })
})
