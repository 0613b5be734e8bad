import { Socket } from 'node:net'
import { gridAlphabet } from '@signet/algorithms/grid'
import type { BulkKindName } from '@signet/rules/bulk'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildGrid, buildUnassigned } from '../../../../../testing/authenticators/grids.ts'
import { buildStock, secret } from '../../../../../testing/authenticators/hardware-tokens.ts'
import { buildAdmin, buildGroup, buildUser } from '../../../../../testing/builders.ts'
import { bulkDriver, workOn } from '../../../../../testing/operations/bulk.ts'
import { whileTimeStands } from '../../../../../testing/still-time.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'

let test: TestApp
let as: string
/** Limited to a group: more is looked at for each row. */
let group: { readonly id: string; readonly name: string }
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  group = await buildGroup(test.ctx)
  const permissions = (['BULKUSERS', 'BULKHARDWARETOKENS', 'TOKENS', 'GRIDS'] as const).flatMap(
    (entity) => (['VIEW', 'ADD', 'EDIT', 'REMOVE'] as const).map((deed) => [entity, deed] as const),
  )
  as = (await buildAdmin(test.ctx, { permissions, groupIds: [group.id] })).token
})
afterAll(() => test.close())

const member = async () => {
  const { id, userId } = await buildUser(test.ctx)
  await test.ctx.db
    .insertInto('user_groups')
    .values({ tenant_id: test.tenant.id, user_id: id, group_id: group.id, name_key: 'x' })
    .execute()
  return { id, userId }
}
const person = async (): Promise<string> => (await member()).userId
const token = async (): Promise<string> => (await buildStock(test.ctx, {}, [group.id])).serial
const card = async (): Promise<string> => (await buildUnassigned(test.ctx, [group.id])).serial
const held = async (): Promise<string> => (await buildGrid(test.ctx, (await member()).id)).serial
const cells = Array.from({ length: 160 }, (_, at) => gridAlphabet[(at * 3) % 28]).join('')

let numbered = 6_000_000
const nextNumber = (): number => {
  numbered += 1
  return numbered
}

const kinds = [
  ['assigntokens', 'userId,serialNumber', async () => `${await person()},${await token()}`],
  ['assignsofttokens', 'userId', person],
  [
    'importhardwaretokens',
    'serialNumber,secret,group',
    () => Promise.resolve(`S-${nextNumber()},${secret.toString('hex')},${group.name}`),
  ],
  ['deletetokens', 'serialNumber', token],
  ['assigngrids', 'userId,serialNumber', async () => `${await person()},${await card()}`],
  ['unassignedgrids', 'numberOfGrids,group', () => Promise.resolve(`1,${group.name}`)],
  [
    'importgrids',
    'serialNumber,contents,group',
    () => Promise.resolve(`${nextNumber()},${cells},${group.name}`),
  ],
  ['setgridstate', 'serialNumber,state', async () => `${await held()},CANCELED`],
  ['deletegrids', 'serialNumber', card],
] as const satisfies readonly (readonly [BulkKindName, string, () => Promise<string>])[]

it.each(kinds)(
  '%s asks the database as often for many rows as for few',
  async (kind, header, row) => {
    const driver = bulkDriver(kind, test.call, as)
    const askedFor = async (count: number): Promise<number> => {
      const rows: string[] = []
      for (let at = 0; at < count; at += 1) rows.push(await row())
      const { id } = await driver.upload(`${header}\n${rows.join('\n')}\n`)
      await driver.start(id)
      const asked = await whileTimeStands(async () => {
        const writes = vi.spyOn(Socket.prototype, 'write')
        await workOn(test, id)
        const { length } = writes.mock.calls
        writes.mockRestore()
        return length
      })
      const { done } = Object((await driver.read(id)).body)
      expect(done).toMatchObject({ rows: count, changed: count })
      return asked
    }
    await askedFor(2)
    // What goes on beside it asks now and then.
    expect(await askedFor(40)).toBeLessThan((await askedFor(2)) + 10)
  },
)
