import type { Kysely, KyselyPlugin } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** How many statements a database has been sent. */
export interface Work {
  statements: number
}

const countingPlugin = (work: Work): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    work.statements += 1
    return result
  },
})

/** A real database that also counts what is asked of it: the same work shows as the same number. */
export const countingDatabase = (database: Database): { database: Database; work: Work } => {
  const work: Work = { statements: 0 }
  const plugin = countingPlugin(work)
  const counted = <T>(db: Kysely<T>): Kysely<T> => db.withPlugin(plugin)
  return {
    work,
    database: {
      kind: database.kind,
      refuseInsideTransaction: () => database.refuseInsideTransaction(),
      system: counted(database.system),
      forTenant: (tenantId) => counted(database.forTenant(tenantId)),
      flush: (tenantId, statements, options) => {
        work.statements += statements.length
        return database.flush(tenantId, statements, options)
      },
      transaction: (tenantId, run, options) =>
        database.transaction(
          tenantId,
          (transaction) =>
            run({
              db: counted(transaction.db),
              system: counted(transaction.system),
              flush: (statements) => {
                work.statements += statements.length
                return transaction.flush(statements)
              },
              atCommit: (statements) => transaction.atCommit(statements),
            }),
          options,
        ),
      runScript: (sql) => database.runScript(sql),
      ping: () => database.ping(),
      close: () => database.close(),
    },
  }
}
