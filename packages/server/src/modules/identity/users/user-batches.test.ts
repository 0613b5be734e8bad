import {
  createUsers,
  deleteUsers,
  syncUsers,
  unsyncUsers,
  updateUsers,
} from '@signet/contract/identity/user-batches'
import { readUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const read = (id: string) => test.call(readUser, { as, params: { id } })
const nobody = '01890000-0000-7000-8000-000000000001'

describe('a batch', () => {
  it('creates what it can and says of each row what became of it', async () => {
    const answer = await test.call(createUsers, {
      as,
      body: { users: [{ userId: 'one' }, { userId: 'ONE' }, { userId: 'two', password: 'a' }] },
    })
    expect(answer.body.results).toMatchObject([
      { index: 0, outcome: 'SUCCESS', errorCode: null },
      { index: 1, outcome: 'FAILURE', errorCode: 'user_exists', id: null },
      { index: 2, outcome: 'FAILURE' },
    ])
  })

  it('changes rows under the version that each names', async () => {
    const [one, two] = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const answer = await test.call(updateUsers, {
      as,
      body: {
        users: [
          { id: one.id, firstName: 'New', version: 1 },
          { id: two.id, firstName: 'Late', version: 7 },
          { id: nobody, firstName: 'None' },
        ],
      },
    })
    expect(answer.body.results).toMatchObject([
      { outcome: 'SUCCESS', id: one.id },
      { outcome: 'FAILURE', errorCode: 'precondition_failed' },
      { outcome: 'FAILURE', errorCode: 'user_not_found' },
    ])
    expect((await read(two.id)).body.firstName).toBe('Test')
  })

  it('deletes row by row, under the same rules as one by one', async () => {
    const caller = await buildAdmin(test.ctx, { permissions: [['USERS', 'REMOVE']] })
    const superior = await buildAdmin(test.ctx)
    const user = await buildUser(test.ctx)
    const answer = await test.call(deleteUsers, {
      as: caller.token,
      body: { ids: [user.id, superior.id, caller.id, nobody] },
    })
    expect(answer.body.results).toMatchObject([
      { outcome: 'SUCCESS' },
      { errorCode: 'rights_not_held' },
      { errorCode: 'user_edit_restricted' },
      { errorCode: 'user_not_found' },
    ])
    expect((await read(user.id)).status).toBe(404)
  })

  it('holds at most 100 rows', async () => {
    const ids = Array.from({ length: 101 }, () => nobody)
    expect((await test.call(deleteUsers, { as, body: { ids } })).status).toBe(400)
    const users = ids.map((_id, index) => ({ userId: `many-${index}` }))
    expect((await test.call(createUsers, { as, body: { users } })).status).toBe(400)
  })
})

describe('directory users', () => {
  it('are handed over and taken back', async () => {
    const user = await buildUser(test.ctx)
    const ids = [user.id]
    await test.call(syncUsers, { as, body: { ids, directoryType: 'on_prem_ldap' } })
    expect((await read(user.id)).body).toMatchObject({
      type: 'LDAP_AD',
      directoryType: 'on_prem_ldap',
    })
    await test.call(unsyncUsers, { as, body: { ids } })
    expect((await read(user.id)).body).toMatchObject({ type: 'MGMT_UI', directoryType: null })
  })

  it('are not made of oneself or of those who hold more', async () => {
    const caller = await buildAdmin(test.ctx, { permissions: [['USERS', 'EDIT']] })
    const superior = await buildAdmin(test.ctx)
    const answer = await test.call(syncUsers, {
      as: caller.token,
      body: { ids: [caller.id, superior.id], directoryType: 'azure' },
    })
    expect(answer.body.results).toMatchObject([
      { errorCode: 'user_edit_restricted' },
      { errorCode: 'rights_not_held' },
    ])
  })
})
