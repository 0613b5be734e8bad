import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  openTestDatabase,
  type TestDatabase,
} from '../../../testing/database/open-test-database.ts'
import {
  compiler,
  createProbes,
  insertProbe,
  selectProbes,
  tenantA,
  tenantB,
} from '../../../testing/database/test-probe.ts'
import type { Transaction } from './database.ts'
import { OpenTransaction } from './open-transaction.ts'

let opened: TestDatabase

beforeAll(async () => {
  opened = await openTestDatabase()
  await createProbes(opened)
})

afterAll(() => opened.drop())

beforeEach(async () => {
  await opened.asOwner((owner) => owner.query('truncate probes'))
})

const notesOf = async (tenantId: string): Promise<string[]> => {
  const { rows } = await opened.database.forTenant(tenantId).executeQuery(selectProbes)
  return rows.map(({ note }) => note)
}

const transactionId = sql<{
  id: string
}>`select pg_current_xact_id()::text as id`.compile(compiler)

const noteOfTransaction = CompiledQuery.raw(
  'insert into probes values ($1, 9, pg_current_xact_id()::text)',
  [tenantA],
)

test('keeps what was written', async () => {
  await opened.database.transaction(tenantA, async ({ db }) => {
    await db.executeQuery(insertProbe(tenantA, 1, 'one'))
    await db.executeQuery(insertProbe(tenantA, 2, 'two'))
  })
  expect(await notesOf(tenantA)).toEqual(['one', 'two'])
})

test('keeps nothing when the work throws', async () => {
  const failed = opened.database.transaction(tenantA, async ({ db }) => {
    await db.executeQuery(insertProbe(tenantA, 1))
    throw new Error('changed its mind')
  })
  await expect(failed).rejects.toThrow('changed its mind')
  expect(await notesOf(tenantA)).toEqual([])
})

test('sees only its tenant, whatever the work does first', async () => {
  await opened.database.flush(tenantB, [insertProbe(tenantB, 1)])
  const results = await opened.database.transaction(tenantA, async ({ flush, db }) => [
    ...(await flush([selectProbes, selectProbes])),
    await db.executeQuery(selectProbes),
  ])
  expect(results).toEqual([{ rows: [] }, { rows: [] }, { rows: [] }])
})

test('writes what was registered for the commit in the same transaction', async () => {
  const id = await opened.database.transaction(tenantA, async ({ db, atCommit }) => {
    atCommit(() => [noteOfTransaction])
    return (await db.executeQuery(transactionId)).rows[0]?.id
  })
  expect(await notesOf(tenantA)).toEqual([id])
})

test('writes what was registered for the commit when the work itself wrote nothing', async () => {
  await opened.database.transaction(tenantA, async ({ atCommit }) => {
    atCommit(() => [insertProbe(tenantA, 1, 'alone')])
  })
  expect(await notesOf(tenantA)).toEqual(['alone'])
})

test('keeps nothing when what was registered for the commit fails', async () => {
  const failed = opened.database.transaction(tenantA, async ({ db, atCommit }) => {
    await db.executeQuery(insertProbe(tenantA, 1))
    atCommit(() => [insertProbe(tenantA, 2), insertProbe(tenantA, 1)])
  })
  await expect(failed).rejects.toMatchObject({ code: '23505' })
  expect(await notesOf(tenantA)).toEqual([])
})

test('fails when the work swallowed the error of a statement', async () => {
  const failed = opened.database.transaction(tenantA, async ({ db }) => {
    await db.executeQuery(insertProbe(tenantA, 1))
    await db.executeQuery(insertProbe(tenantA, 1)).catch(() => {})
  })
  await expect(failed).rejects.toThrow('was rolled back because one of its statements had failed')
  expect(await notesOf(tenantA)).toEqual([])
})

test('travels in one write with its first statement and in one with what ends it', async () => {
  const syncs = await opened.asOwner(async (client) => {
    if (!(client instanceof pg.Client)) throw new Error('no connection to listen to')
    let count = 0
    client.connection.on('readyForQuery', () => {
      count += 1
    })
    const transaction = new OpenTransaction(client, {
      tenantId: tenantA,
      isolation: 'read committed',
    })
    await transaction.db.executeQuery(insertProbe(tenantA, 1))
    transaction.atCommit(() => [insertProbe(tenantA, 2), insertProbe(tenantA, 3)])
    await transaction.commit()
    return count
  })
  expect(syncs).toBe(2)
  expect(await notesOf(tenantA)).toHaveLength(3)
})

test('runs statements issued at the same time one after the other', async () => {
  const warnings: Error[] = []
  const listen = (warning: Error) => void warnings.push(warning)
  process.on('warning', listen)
  await opened.database.transaction(tenantA, ({ db }) =>
    Promise.all([1, 2, 3, 4].map((id) => db.executeQuery(insertProbe(tenantA, id)))),
  )
  expect(await notesOf(tenantA)).toHaveLength(4)
  process.off('warning', listen)
  expect(warnings).toEqual([])
})

test('refuses its handle once it has ended', async () => {
  const left: Transaction[] = []
  await opened.database.transaction(tenantA, async (transaction) => void left.push(transaction))
  const late = left[0]?.db.executeQuery(selectProbes)
  await expect(late).rejects.toThrow('this transaction has ended')
})

test('runs the work again, up to five times, after a serialization failure', async () => {
  const runs: number[] = []
  const failed = opened.database.transaction(tenantA, async ({ db }) => {
    runs.push(runs.length)
    await db.executeQuery(
      CompiledQuery.raw(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`),
    )
  })
  await expect(failed).rejects.toMatchObject({ code: '40001' })
  expect(runs).toEqual([0, 1, 2, 3, 4, 5])
})

test('does not run the work again after another failure', async () => {
  const runs: number[] = []
  const failed = opened.database.transaction(tenantA, async ({ db }) => {
    runs.push(runs.length)
    await db.executeQuery(CompiledQuery.raw('select 1 / 0'))
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  expect(runs).toEqual([0])
})

describe('a statement beside the open transaction', () => {
  const besides: [string, () => Promise<unknown>][] = [
    ['another handle', () => opened.database.forTenant(tenantA).executeQuery(selectProbes)],
    ['a batch', () => opened.database.flush(tenantA, [selectProbes])],
    ['the tables outside row security', () => opened.database.system.executeQuery(selectProbes)],
    ['a script', () => opened.database.runScript('select 1')],
    ['a ping', () => opened.database.ping()],
    ['a second transaction', () => opened.database.transaction(tenantA, async () => {})],
  ]

  test.each(besides)('is refused at once: %s', async (_name, beside) => {
    const nested = opened.database.transaction(tenantA, beside)
    await expect(nested).rejects.toThrow('must use the handle of that transaction')
  })

  test('is allowed in what the work started, once the transaction has ended', async () => {
    const later: Promise<unknown>[] = []
    await opened.database.transaction(tenantA, async () => {
      later.push(sleep(50).then(() => opened.database.ping()))
    })
    await expect(Promise.all(later)).resolves.toHaveLength(1)
  })
})

// The embedded database has one session: nothing can run against it.
if (process.env.SIGNET_TEST_DATABASE !== 'embedded') {
  const increment = async ({ db }: Transaction): Promise<void> => {
    const { rows } = await db.executeQuery(selectProbes)
    await sleep(20)
    const next = Number(rows[0]?.note) + 1
    await sql`update probes set note = ${String(next)} where id = 1`.execute(db)
  }

  test('loses no update of transactions that conflict', async () => {
    await opened.database.flush(tenantA, [insertProbe(tenantA, 1, '0')])
    const runs = Array.from({ length: 4 }, () =>
      opened.database.transaction(tenantA, increment, { isolation: 'serializable' }),
    )
    await Promise.all(runs)
    expect(await notesOf(tenantA)).toEqual(['4'])
  })

  test('runs the loser of a deadlock again', async () => {
    await opened.database.flush(tenantA, [insertProbe(tenantA, 1), insertProbe(tenantA, 2)])
    const both = (first: number, second: number) =>
      opened.database.transaction(tenantA, async ({ db }) => {
        await sql`update probes set note = note || 'y' where id = ${first}`.execute(db)
        await sleep(100)
        await sql`update probes set note = note || 'y' where id = ${second}`.execute(db)
      })
    await Promise.all([both(1, 2), both(2, 1)])
    expect(await notesOf(tenantA)).toEqual(['xyy', 'xyy'])
  })
}
