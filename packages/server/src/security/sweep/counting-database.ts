import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database, Transaction } from '../../platform/db/database.ts'

/** How many statements a database is sent. */
export interface Work {
  /** Counts those of this alone: jobs, and whatever else is under way, go on beside it. */
  during<T>(run: () => Promise<T>): Promise<{ readonly value: T; readonly statements: number }>
}

type Count = (statements: number) => void

const createWork = (): { work: Work; count: Count } => {
  const running = new AsyncLocalStorage<{ statements: number }>()
  return {
    count: (statements) => {
      const own = running.getStore()
      if (own !== undefined) own.statements += statements
    },
    work: {
      during: async (run) => {
        const own = { statements: 0 }
        const value = await running.run(own, run)
        return { value, statements: own.statements }
      },
    },
  }
}

const countingPlugin = (count: Count): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    count(1)
    return result
  },
})

const countedFlush = (
  transaction: Transaction,
  count: Count,
): Pick<Transaction, 'flush' | 'atCommit'> => ({
  flush: (statements) => {
    count(statements.length)
    return transaction.flush(statements)
  },
  atCommit: (statements) => transaction.atCommit(statements),
})

/** A real database that also counts what is asked of it: the same work shows as the same number. */
export const countingDatabase = (database: Database): { database: Database; work: Work } => {
  const { work, count } = createWork()
  const plugin = countingPlugin(count)
  const counted = <T>(db: Kysely<T>): Kysely<T> => db.withPlugin(plugin)
  return {
    work,
    database: {
      kind: database.kind,
      get takesChanges() {
        return database.takesChanges
      },
      get hearsChanges() {
        return database.hearsChanges
      },
      refuseInsideTransaction: () => database.refuseInsideTransaction(),
      moment: () => database.moment(),
      holds: (tenantId, moment) => database.holds(tenantId, moment),
      system: counted(database.system),
      forTenant: (tenantId) => counted(database.forTenant(tenantId)),
      flush: (tenantId, statements, options) => {
        count(statements.length)
        return database.flush(tenantId, statements, options)
      },
      transaction: (tenantId, run, options) =>
        database.transaction(
          tenantId,
          (transaction) =>
            run({
              ...countedFlush(transaction, count),
              db: counted(transaction.db),
              system: counted(transaction.system),
            }),
          options,
        ),
      runScript: (sql) => database.runScript(sql),
      ping: () => database.ping(),
      close: () => database.close(),
    },
  }
}
