import { expect, it } from 'vitest'
import { buildAdmin } from '../../../../../testing/builders.ts'
import { bulkDriver, workBriefly, workOn } from '../../../../../testing/operations/bulk.ts'
import { startTestApp } from '../../../../../testing/test-app.ts'
import { findOperation } from '../bulk-operations.repository.ts'
import { batchesOf } from '../life-cycle/bulk-reading.ts'
import { beginTurn } from '../life-cycle/bulk-turns.ts'
import { importUsers } from './import-users.ts'

const count = 1600
/** Wide enough for a file of several parts. */
const filler = 'é'.repeat(600)
const repeated = new Map([
  [700, 'many-3'],
  [1500, 'many-1100'],
])

const file = (): string => {
  const rows = Array.from({ length: count }, (_, at) => {
    const userId = repeated.get(at) ?? `many-${at}`
    return `${userId},Person ${at},${filler}`
  })
  return `userId,lastName,ignored\n${rows.join('\n')}\n`
}

it('goes on at its position, knows the rows before it, and keeps no batch that comes late', {
  meta: { covers: ['S46'] },
}, async () => {
  const test = await startTestApp({ ownDatabase: true })
  try {
    await test.platform.queue.start()
    const { token } = await buildAdmin(test.ctx)
    const imports = bulkDriver('importusers', test.call, token)
    const { id } = await imports.upload(file())
    await imports.start(id)
    const operation = await findOperation(test.ctx, id)
    if (operation === undefined) throw new Error('there is no operation')
    const first = await batchesOf(test.ctx, importUsers, operation).next()
    const positions: number[] = []
    for (let slice = 1; slice <= 3; slice += 1) {
      await workBriefly(test, id)
      const late = { ready: first.value, id, former: Promise.resolve(true) }
      expect(await beginTurn(test.ctx, importUsers, late).done).toBe(false)
      const row = await test.ctx.db
        .selectFrom('bulk_operations')
        .select(['position', 'rows_done'])
        .where('tenant_id', '=', test.tenant.id)
        .where('id', '=', id)
        .executeTakeFirst()
      positions.push(row?.position?.bytes ?? 0)
    }
    expect(positions.toSorted((a, b) => a - b)).toEqual(positions)
    expect(positions.at(-1)).toBeGreaterThan(1_000_000)
    await workOn(test, id)
    expect((await imports.read(id)).body).toMatchObject({
      state: 'COMPLETED',
      done: { rows: count, changed: count - repeated.size, failed: repeated.size },
    })
    const failed = (await imports.rows(id)).filter(({ action }) => action === 'ERROR')
    expect(failed).toMatchObject([
      { line: 702, name: 'many-3', errorCode: 'bulk_row_repeated', message: '5' },
      { line: 1502, name: 'many-1100', errorCode: 'bulk_row_repeated', message: '1102' },
    ])
    const { rows } = await test.testDatabase.asOwner((owner) =>
      owner.query(
        `select count(*)::integer from users
         where tenant_id = $1 and user_id = 'many-' || substr(last_name, 8)`,
        [test.tenant.id],
      ),
    )
    expect(rows).toEqual([{ count: count - repeated.size }])
  } finally {
    await test.close()
  }
})
