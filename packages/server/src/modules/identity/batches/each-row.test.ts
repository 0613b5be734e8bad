import { deleteGroups, listGroups } from '@signet/contract/identity/groups'
import { deleteOrganizations, readOrganization } from '@signet/contract/identity/organizations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  buildAdmin,
  buildGroup,
  buildOrganization,
  buildUser,
} from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const nobody = '01890000-0000-7000-8000-000000000001'

it('deletes the groups that it may, and says of each other one why it stays', async () => {
  const empty = await buildGroup(test.ctx)
  const used = await buildGroup(test.ctx, { members: [(await buildUser(test.ctx)).id] })
  const foreign = await buildGroup((await test.otherTenant()).ctx)
  const ids = [used.id, empty.id, nobody, foreign.id]
  const { body } = await test.call(deleteGroups, { as, body: { ids } })
  expect(body.results).toMatchObject([
    { index: 0, outcome: 'FAILURE', errorCode: 'group_in_use', id: null },
    { index: 1, outcome: 'SUCCESS', errorCode: null, id: empty.id },
    { errorCode: 'group_not_found' },
    { errorCode: 'group_not_found' },
  ])
  const { text } = await test.call(listGroups, { as })
  expect([text.includes(used.id), text.includes(empty.id)]).toEqual([true, false])
})

it('deletes groups of an administrator of groups only among theirs', async () => {
  const [mine, other] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
  const limited = await buildAdmin(test.ctx, {
    permissions: [['GROUPS', 'REMOVE']],
    groupIds: [mine.id],
  })
  const ids = [other.id]
  const { body } = await test.call(deleteGroups, { as: limited.token, body: { ids } })
  expect(body.results).toMatchObject([{ errorCode: 'group_not_found' }])
})

it('deletes organizations in the order sent, so that one goes after those below it', async () => {
  const above = await buildOrganization(test.ctx)
  const below = await buildOrganization(test.ctx, above)
  const remove = async (ids: string[]) =>
    (await test.call(deleteOrganizations, { as, body: { ids } })).body.results
  expect(await remove([above])).toMatchObject([{ errorCode: 'organization_in_use' }])
  expect(await remove([below, above])).toMatchObject([{ id: below }, { id: above }])
  const gone = await test.call(readOrganization, { as, params: { id: above } })
  expect(gone.status).toBe(404)
})

it('takes a hundred at most', async () => {
  const ids = Array.from({ length: 101 }, () => nobody)
  expect((await test.call(deleteGroups, { as, body: { ids } })).status).toBe(400)
})
