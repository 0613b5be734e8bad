import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LimitNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  ValueNode,
} from 'kysely'
import type { Statement, StatementResult } from './flush.ts'

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export const toQueryResult = (result: StatementResult | undefined): QueryResult<unknown> =>
  result === undefined
    ? { rows: [] }
    : {
        rows: result.rows,
        ...(changing.has(result.command) ? { numAffectedRows: BigInt(result.rowCount) } : {}),
      }

export const toStatement = ({ sql, parameters }: CompiledQuery): Statement => ({
  text: sql,
  values: parameters,
})

/** Runs one statement of a handle. */
export type Execute = (statement: Statement) => Promise<StatementResult | undefined>

const ownTransaction = () =>
  Promise.reject(new Error('open transactions with Database.transaction, not through a handle'))

class HandleConnection implements DatabaseConnection {
  readonly #execute: Execute

  constructor(execute: Execute) {
    this.#execute = execute
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = toQueryResult(await this.#execute(toStatement(query)))
    // oxlint-disable-next-line typescript/consistent-type-assertions -- Kysely infers the row type from the caller's query; nothing here can check it
    return result as QueryResult<R>
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('rows are not streamed: page by key')
  }
}

class HandleDriver implements Driver {
  readonly #connection: HandleConnection

  constructor(execute: Execute) {
    this.#connection = new HandleConnection(execute)
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  beginTransaction = ownTransaction
  commitTransaction = ownTransaction
  rollbackTransaction = ownTransaction
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/**
 * Writes the number of rows wanted into the statement: plans are made without looking at parameters,
 * and without the number PostgreSQL expects a tenth of the table and sorts all of it.
 */
class Compiler extends PostgresQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`${limit.value}`)
    else this.visitNode(limit)
  }
}

const compiler = new Compiler()
const adapter = new PostgresAdapter()

/** A Kysely handle whose every statement goes through `execute`; cheap enough for each request. */
export const createHandle = <Schema>(execute: Execute): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: {
      createDriver: () => new HandleDriver(execute),
      createQueryCompiler: () => compiler,
      createAdapter: () => adapter,
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
