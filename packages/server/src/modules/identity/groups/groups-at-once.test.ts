import {
  createGroup,
  deleteGroup,
  emptyGroup,
  readGroup,
  updateGroup,
} from '@signet/contract/identity/groups'
import { addGroupMember } from '@signet/contract/identity/user-groups'
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
  test.call(updateGroup, { as, params: { id }, body, headers })
const read = async (id: string) => (await test.call(readGroup, { as, params: { id } })).body
const remove = (id: string) => test.call(deleteGroup, { as, params: { id } })
const bulk = (kind: 'importgroups' | 'deletegroups', content: string) =>
  startFile(test, { kind, as, content, ...(kind === 'importgroups' ? { existing: 'UPDATE' } : {}) })

describe('two changes of a group at the same moment', () => {
  it('both count when neither names a version', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await buildGroup(test.ctx)
      const name = `Renamed ${id}`
      await Promise.all([change(id, { name }), change(id, { description: 'Noted' })])
      expect(await read(id)).toMatchObject({ name, description: 'Noted', version: 3 })
    }
  })

  it('are one when both name the same version', async () => {
    const headers = { 'if-match': '"1"' }
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await buildGroup(test.ctx)
      const answers = await Promise.all(
        ['One', 'Other'].map((description) => change(id, { description }, headers)),
      )
      expect(statuses(answers)).toEqual([200, 412])
      expect((await read(id)).version).toBe(2)
    }
  })

  it('give a name to one of two groups', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [one, other] = [await buildGroup(test.ctx), await buildGroup(test.ctx)]
      const name = `Wanted ${one.id}`
      const answers = await Promise.all([change(one.id, { name }), change(other.id, { name })])
      expect(statuses(answers)).toEqual([200, 409])
    }
  })

  it('both count when one is a row of a file', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, name } = await buildGroup(test.ctx)
      const file = await bulk('importgroups', `name,externalId\n${name},file-${id}\n`)
      const [rows, changed] = await Promise.all([
        file.work(),
        change(id, { description: 'By hand' }),
      ])
      expect(rows).toMatchObject([{ action: 'UPDATE' }])
      expect(changed.status).toBe(200)
      const after = { description: 'By hand', externalId: `file-${id}`, version: 3 }
      expect(await read(id)).toMatchObject(after)
    }
  })
})

describe('a group that is deleted', () => {
  it('goes once when two delete it at the same moment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await buildGroup(test.ctx)
      expect(statuses(await Promise.all([remove(id), remove(id)]))).toEqual([204, 404])
    }
  })

  it('is either deleted by a file or takes in the user who is added at the same moment', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, name } = await buildGroup(test.ctx)
      const { id: userid } = await buildUser(test.ctx)
      const file = await bulk('deletegroups', `name\n${name}\n`)
      const [added, rows] = await Promise.all([
        test.call(addGroupMember, { as, params: { id, userid } }),
        file.work(),
      ])
      const isKept = added.status === 204
      expect(rows).toMatchObject([{ action: isKept ? 'ERROR' : 'DELETE' }])
      expect((await read(id)).memberCount).toBe(isKept ? 1 : undefined)
    }
  })

  it('is either deleted or changed, and never comes back', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await buildGroup(test.ctx)
      const [changed, removed] = await Promise.all([
        change(id, { description: 'Late' }),
        remove(id),
      ])
      expect(removed.status).toBe(204)
      expect([200, 404]).toContain(changed.status)
      expect((await read(id)).errorCode).toBe('group_not_found')
    }
  })

  it('leaves its name to one of two that are made at the same moment', async () => {
    const { id, name } = await buildGroup(test.ctx)
    await remove(id)
    const make = () => test.call(createGroup, { as, body: { name } })
    expect(statuses(await Promise.all([make(), make()]))).toEqual([200, 409])
  })
})

it('a group that is emptied while a user is added keeps that user or none', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const people = [await buildUser(test.ctx), await buildUser(test.ctx)]
    const { id } = await buildGroup(test.ctx, { members: people.map((person) => person.id) })
    const { id: userid } = await buildUser(test.ctx)
    const [emptied, added] = await Promise.all([
      test.call(emptyGroup, { as, params: { id } }),
      test.call(addGroupMember, { as, params: { id, userid } }),
    ])
    expect(statuses([emptied, added])).toEqual([200, 204])
    const { memberCount } = await read(id)
    expect(Number(emptied.body.removed) + Number(memberCount)).toBe(3)
  }
})
