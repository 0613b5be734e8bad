import { setUserGroups } from '@signet/contract/identity/user-groups'
import {
  changeUserState,
  deleteUser,
  readUser,
  unlockUser,
  updateUser,
} from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildGroup, buildUser } from '../../../../testing/builders.ts'
import { startFile } from '../../../../testing/operations/bulk.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const rounds = 5
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted()

const change = (id: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  test.call(updateUser, { as, params: { id }, body, headers })
const read = async (id: string) => (await test.call(readUser, { as, params: { id } })).body
const remove = (id: string) => test.call(deleteUser, { as, params: { id } })

const eventsOf = async (id: string, action: string) => {
  const rows = await test.ctx.db
    .selectFrom('audit_events')
    .select('id')
    .where('entity_id', '=', id)
    .where('action', '=', action)
    .execute()
  return rows.length
}

describe('two changes of a user at the same moment', () => {
  it('both count when neither names a version', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await buildUser(test.ctx)
      const alias = `alias-${id}`
      await Promise.all([change(id, { userAliases: [alias] }), change(id, { lastName: 'Late' })])
      expect(await read(id)).toMatchObject({ userAliases: [alias], lastName: 'Late', version: 3 })
    }
  })

  it('are one when both name the same version', async () => {
    const headers = { 'if-match': '"1"' }
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await buildUser(test.ctx)
      const answers = await Promise.all(
        ['One', 'Other'].map((lastName) => change(id, { lastName }, headers)),
      )
      expect(statuses(answers)).toEqual([200, 412])
      expect(await eventsOf(id, 'USER_UPDATED')).toBe(1)
    }
  })

  it('give an alias to one of two users', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await buildUser(test.ctx), await buildUser(test.ctx)]
      const userAliases = [`wanted-${one.id}`]
      const answers = await Promise.all([
        change(one.id, { userAliases }),
        change(other.id, { userAliases }),
      ])
      expect(statuses(answers)).toEqual([200, 409])
    }
  })

  it('both count when one is a row of a file', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, userId } = await buildUser(test.ctx)
      const content = `userId,firstName\n${userId},File\n`
      const file = await startFile(test, { kind: 'importusers', as, content, existing: 'UPDATE' })
      const [rows, changed] = await Promise.all([file.work(), change(id, { lastName: 'Hand' })])
      expect(rows).toMatchObject([{ action: 'UPDATE' }])
      expect(changed.status).toBe(200)
      expect(await read(id)).toMatchObject({ firstName: 'File', lastName: 'Hand', version: 3 })
    }
  })

  it('leave a user in the groups of one of them', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
      const { id: userid } = await buildUser(test.ctx)
      const put = (groups: readonly string[]) =>
        test.call(setUserGroups, { as, params: { userid }, body: { groups } })
      expect(statuses(await Promise.all([put([one.id]), put([other.id])]))).toEqual([200, 200])
      const { groups, version } = await read(userid)
      expect(groups).toHaveLength(1)
      expect(version).toBe(3)
    }
  })
})

describe('a user who is deleted', () => {
  it('goes once when two delete them at the same moment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await buildUser(test.ctx)
      expect(statuses(await Promise.all([remove(id), remove(id)]))).toEqual([204, 404])
      expect(await eventsOf(id, 'USER_DELETED')).toBe(1)
    }
  })

  it('goes once when a file deletes them too', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, userId } = await buildUser(test.ctx)
      const content = `userId\n${userId}\n`
      const file = await startFile(test, { kind: 'deleteusers', as, content })
      const [removed, rows] = await Promise.all([remove(id), file.work()])
      const byFile = removed.status === 404
      expect([204, 404]).toContain(removed.status)
      expect(rows).toMatchObject([{ action: byFile ? 'DELETE' : 'ERROR' }])
      expect(await eventsOf(id, 'USER_DELETED')).toBe(1)
    }
  })

  it('is in no group that they are put into at the same moment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await buildUser(test.ctx)
      const { id: groupId } = await buildGroup(test.ctx)
      const [removed, put] = await Promise.all([
        remove(id),
        test.call(setUserGroups, { as, params: { userid: id }, body: { groups: [groupId] } }),
      ])
      expect(removed.status).toBe(204)
      expect([200, 404]).toContain(put.status)
      expect((await read(id)).errorCode).toBe('user_not_found')
    }
  })
})

it('a user who is locked and unlocked at the same moment is one of both, with both events', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await buildUser(test.ctx)
    const lock = { as, params: { id }, body: { locked: true, lockReason: 'Lost' } }
    const answers = await Promise.all([
      test.call(changeUserState, lock),
      test.call(unlockUser, { as, params: { id } }),
    ])
    expect(statuses(answers)).toEqual([200, 200])
    const after = await read(id)
    expect(after).toMatchObject({ version: 3, lockReason: after.locked === true ? 'Lost' : null })
    expect([await eventsOf(id, 'USER_STATE_CHANGED'), await eventsOf(id, 'USER_UNLOCKED')]).toEqual(
      [1, 1],
    )
  }
})

it('two administrators of all rights who delete each other at the same moment leave one', async () => {
  const other = await test.otherTenant()
  const [one, two] = [await buildAdmin(other.ctx), await buildAdmin(other.ctx)]
  const answers = await Promise.all([
    other.call(deleteUser, { as: one.token, params: { id: two.id } }),
    other.call(deleteUser, { as: two.token, params: { id: one.id } }),
  ])
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
})
