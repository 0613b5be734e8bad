import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import type { ClientBase } from 'pg'
import type { Isolation, TenantDb, Transaction } from './database.ts'
import { flushOn, type Statement, type StatementResult } from './flush.ts'
import { createHandle, toQueryResult, toStatement } from './handle.ts'
import type { SystemTables, Tables } from './schema.ts'

/** Makes the tenant known to row-level security until the end of the transaction. */
export const setTenant = (tenantId: string): Statement => ({
  text: `select set_config('app.tenant',$1,true)`,
  values: [tenantId],
})

/** The same, of a transaction whose commit does not wait for the disk. */
export const setTenantOnDiskSoon = (tenantId: string): Statement => ({
  text: `select set_config('app.tenant',$1,true), set_config('synchronous_commit','off',true)`,
  values: [tenantId],
})

const plain = (text: string): Statement => ({ text, values: [] })

interface OpenTransactionOptions {
  readonly tenantId: string
  readonly isolation: Isolation
}

/**
 * One transaction on one connection. BEGIN and the tenant setting travel with the first
 * statement, what was registered with `atCommit` with COMMIT; statements issued at the same time
 * run one after the other.
 */
export class OpenTransaction implements Transaction {
  readonly db: TenantDb
  readonly system: Kysely<SystemTables>
  readonly #client: ClientBase
  readonly #head: readonly Statement[]
  readonly #tenant: Statement
  readonly #collected: (() => readonly CompiledQuery[])[] = []
  #state: 'new' | 'begun' | 'ended' = 'new'
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: ClientBase, { tenantId, isolation }: OpenTransactionOptions) {
    this.#client = client
    this.#tenant = setTenant(tenantId)
    this.#head = [plain(`begin isolation level ${isolation}`), this.#tenant]
    const execute = async (statement: Statement) => (await this.#run([statement]))[0]
    this.db = createHandle<Tables>(execute)
    this.system = createHandle<SystemTables>(execute)
  }

  // Arrow functions: the work may take the transaction apart ({ db, atCommit }).
  readonly atCommit = (statements: () => readonly CompiledQuery[]): void => {
    this.#collected.push(statements)
  }

  readonly flush = async (statements: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> =>
    (await this.#run(statements.map(toStatement))).map(toQueryResult)

  get isOpen(): boolean {
    return this.#state !== 'ended'
  }

  #run(statements: readonly Statement[]): Promise<StatementResult[]> {
    if (!this.isOpen) return Promise.reject(new Error('this transaction has ended'))
    const run = () => this.#send(statements)
    const result = this.#last.then(run, run)
    this.#last = result
    return result
  }

  async #send(statements: readonly Statement[]): Promise<StatementResult[]> {
    const head = this.#state === 'new' ? this.#head : []
    this.#state = 'begun'
    const results = await flushOn(this.#client, [...head, ...statements])
    return results.slice(head.length)
  }

  /** @throws also when an earlier statement failed and the work went on as if it had not */
  async commit(): Promise<void> {
    await this.#last.catch(() => {})
    const statements = this.#collected.flatMap((collect) => collect().map(toStatement))
    const isNew = this.#state === 'new'
    this.#state = 'ended'
    if (isNew) {
      if (statements.length > 0) await flushOn(this.#client, [this.#tenant, ...statements])
      return
    }
    const results = await flushOn(this.#client, [...statements, plain('commit')])
    if (results.at(-1)?.command !== 'COMMIT') {
      throw new Error('the transaction was rolled back because one of its statements had failed')
    }
  }

  async rollback(): Promise<void> {
    const wasBegun = this.#state !== 'new'
    this.#state = 'ended'
    await this.#last.catch(() => {})
    if (wasBegun) await flushOn(this.#client, [plain('rollback')])
  }
}
