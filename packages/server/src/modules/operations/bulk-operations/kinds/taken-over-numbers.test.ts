import { createUserGrid } from '@signet/contract/authenticators/grids'
import { expect, it } from 'vitest'
import { whileHeld } from '../../../../../testing/access/held-rows.ts'
import { buildGrid } from '../../../../../testing/authenticators/grids.ts'
import { buildAdmin, buildUser } from '../../../../../testing/builders.ts'
import { bulkDriver, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp } from '../../../../../testing/test-app.ts'

/** A card of 10 columns and 8 rows. */
const contents = Array.from({ length: 80 }, (_, at) => `A${at % 10}`).join(' ')

it('an import of cards leaves their numbers to no card that is made meanwhile', async () => {
  const test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
  const as = (await buildAdmin(test.ctx)).token
  const [owner, other] = [await buildUser(test.ctx), await buildUser(test.ctx)]
  const next = Number((await buildGrid(test.ctx, owner.id)).serial) + 1
  const driver = bulkDriver('importidentityguard', test.call, as)
  const content = `userId,serialNumber,contents\n${owner.userId},${next},${contents}\n`
  const { id } = await driver.upload(content)
  await driver.start(id)
  // Its checkpoint comes last: the cards are written, and not kept yet.
  const operation = { table: 'bulk_operations', column: 'id', value: id }
  const [, made] = await whileHeld(
    test.ctx,
    operation,
    async ({ untilWaiting }) => {
      const work = workOn(test, id)
      await untilWaiting(1)
      const params = { userid: other.id }
      return Promise.all([work, test.call(createUserGrid, { as, params, body: {} })])
    },
    { waiting: 2 },
  )
  expect(made.body).toMatchObject({ serialNumber: String(next + 1) })
  expect(await driver.rows(id)).toMatchObject([{ action: 'CREATE', name: String(next) }])
  await test.close()
})
