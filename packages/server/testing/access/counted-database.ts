import type { Database, FlushOptions } from '../../src/platform/db/database.ts'

export interface Work {
  /** Round trips. */
  flushes: number
  statements: number
  /** Round trips of several statements at once. */
  batches: number
}

export interface Watched {
  readonly database: Database
  readonly work: Work
  /** Called before each batch with its number and texts; may throw, as a lost connection does. */
  before: (
    batch: number,
    texts: readonly string[],
    options: FlushOptions | undefined,
  ) => void | Promise<void>
  /** Called once a batch is written; may throw, as a connection that is lost too late. */
  after: (texts: readonly string[]) => void
}

/** A database that counts what is asked of it and can be made to fail. */
export const watched = (inner: Database): Watched => {
  const watch: Watched = {
    work: { flushes: 0, statements: 0, batches: 0 },
    before: () => {},
    after: () => {},
    database: inner,
  }
  const count = (statements: number): void => {
    watch.work.flushes += 1
    watch.work.statements += statements
  }
  const database: Database = {
    kind: inner.kind,
    system: inner.system,
    forTenant: (tenantId) =>
      inner.forTenant(tenantId).withPlugin({
        // Statements that are only compiled here travel in a flush, which counts them.
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          count(1)
          return result
        },
      }),
    moment: () => inner.moment(),
    get takesChanges() {
      return inner.takesChanges
    },
    get hearsChanges() {
      return inner.hearsChanges
    },
    holds: (tenantId, moment) => inner.holds(tenantId, moment),
    async flush(tenantId, statements, options) {
      const texts = statements.map(({ sql }) => sql)
      count(statements.length)
      watch.work.batches += 1
      await watch.before(watch.work.batches, texts, options)
      const results = await inner.flush(tenantId, statements, options)
      watch.after(texts)
      return results
    },
    transaction: (tenantId, work, options) => {
      count(1)
      return inner.transaction(tenantId, work, options)
    },
    runScript: (script) => inner.runScript(script),
    refuseInsideTransaction: () => inner.refuseInsideTransaction(),
    ping: () => inner.ping(),
    close: () => inner.close(),
  }
  return Object.assign(watch, { database })
}
