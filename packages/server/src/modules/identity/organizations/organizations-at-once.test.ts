import {
  createOrganization,
  deleteOrganization,
  readOrganization,
  updateOrganization,
} from '@signet/contract/identity/organizations'
import {
  addOrganizationMember,
  setUserOrganizations,
} from '@signet/contract/identity/user-organizations'
import { readUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildOrganization, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const rounds = 5
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted()

const change = (id: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  test.call(updateOrganization, { as, params: { id }, body, headers })
const read = async (id: string) => (await test.call(readOrganization, { as, params: { id } })).body
const remove = (id: string) => test.call(deleteOrganization, { as, params: { id } })

describe('two changes of an organization at the same moment', () => {
  it('both count when neither names a version', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await buildOrganization(test.ctx)
      const above = await buildOrganization(test.ctx)
      await Promise.all([change(id, { displayName: 'Shown' }), change(id, { parentId: above })])
      expect(await read(id)).toMatchObject({ displayName: 'Shown', parentId: above, version: 3 })
    }
  })

  it('are one when both name the same version', async () => {
    const headers = { 'if-match': '"1"' }
    for (let round = 0; round < rounds; round += 1) {
      const id = await buildOrganization(test.ctx)
      const answers = await Promise.all(
        ['One', 'Other'].map((displayName) => change(id, { displayName }, headers)),
      )
      expect(statuses(answers)).toEqual([200, 412])
    }
  })

  it('give a name to one of two organizations', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await buildOrganization(test.ctx), await buildOrganization(test.ctx)]
      const name = `Wanted ${one}`
      const answers = await Promise.all([change(one, { name }), change(other, { name })])
      expect(statuses(answers)).toEqual([200, 409])
    }
  })
})

describe('an organization that is deleted', () => {
  it('goes once when two delete it at the same moment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await buildOrganization(test.ctx)
      expect(statuses(await Promise.all([remove(id), remove(id)]))).toEqual([204, 404])
    }
  })

  it.each(['a user', 'an organization below'] as const)(
    'is either deleted or used when %s comes at the same moment',
    async (kind) => {
      for (let round = 0; round < rounds; round += 1) {
        const id = await buildOrganization(test.ctx)
        const { id: userid } = await buildUser(test.ctx)
        const [used, deleted] = await Promise.all([
          kind === 'a user'
            ? test.call(addOrganizationMember, { as, params: { orgid: id, userid } })
            : test.call(createOrganization, { as, body: { name: `Below ${id}`, parentId: id } }),
          remove(id),
        ])
        const outcomes = [used.body.errorCode, deleted.body.errorCode].filter(Boolean)
        expect(['organization_not_found', 'organization_in_use']).toContain(outcomes.join())
      }
    },
  )
})

it('a user who is given two sets of organizations at the same moment has one of them', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [one, other] = [await buildOrganization(test.ctx), await buildOrganization(test.ctx)]
    const { id: userid } = await buildUser(test.ctx)
    const give = (organizations: readonly string[]) =>
      test.call(setUserOrganizations, { as, params: { userid }, body: { organizations } })
    expect(statuses(await Promise.all([give([one]), give([other])]))).toEqual([200, 200])
    const { body } = await test.call(readUser, { as, params: { id: userid } })
    expect(body.organizations).toHaveLength(1)
    expect(body.version).toBe(3)
  }
})
