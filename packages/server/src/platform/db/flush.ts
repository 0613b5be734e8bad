import type { ClientBase, Connection } from 'pg'
import { Messages } from './messages.ts'
import { type Column, columnsOf, type Prepared, PreparedStatements } from './prepared-statements.ts'
import { spoilsStatements } from './sql-errors.ts'
import { encodeValue } from './values.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

export type Row = Record<string, unknown>

export interface StatementResult {
  /** The command tag's first word: SELECT, INSERT, COMMIT... */
  command: string
  /** Rows read or written, as the command tag counts them. */
  rowCount: number
  readonly rows: Row[]
}

interface Outcome {
  resolve(results: StatementResult[]): void
  reject(error: unknown): void
}

/** The protocol counts parameters in 16 bits. */
const mostParameters = 65_535

type Encoded = ReturnType<typeof encodeValue>

const commandOf = (tag: string): { command: string; rowCount: number } => {
  const words = tag.split(' ')
  return { command: words[0] ?? '', rowCount: Number(words.at(-1)) || 0 }
}

const rowOf = (columns: readonly Column[], values: readonly (string | null)[]): Row => {
  const row: Row = {}
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index]
    const value = values[index]
    if (column === undefined) continue
    row[column.name] = value === null || value === undefined ? null : column.decode(value)
  }
  return row
}

const encodeAll = ({ values }: Statement): Encoded[] => {
  if (values.length > mostParameters) {
    throw new RangeError(
      `a statement has ${values.length} parameters, at most ${mostParameters} go`,
    )
  }
  return values.map(encodeValue)
}

/**
 * Several statements in one write with one Sync. PostgreSQL runs everything up to Sync as one
 * implicit transaction (protocol chapter "Pipelining"), so the batch is atomic and a
 * transaction-local setting made by its first statement holds for the rest and no longer.
 */
class Flush {
  readonly #statements: readonly Statement[]
  readonly #values: readonly Encoded[][]
  readonly #known: PreparedStatements
  readonly #outcome: Outcome
  readonly #results: StatementResult[] = []
  readonly #prepared: Prepared[] = []
  readonly #parsed: string[] = []
  #rows: Row[] = []
  #failure: unknown = null

  constructor(statements: readonly Statement[], known: PreparedStatements, outcome: Outcome) {
    this.#statements = statements
    this.#values = statements.map(encodeAll)
    this.#known = known
    this.#outcome = outcome
  }

  submit({ stream }: Connection): void {
    const messages = new Messages()
    for (const name of this.#known.takeClosing()) messages.closeStatement(name)
    for (const [index, { text }] of this.#statements.entries()) {
      this.#add(messages, text, this.#values[index] ?? [])
    }
    messages.sync()
    if (stream.writable) stream.write(messages.bytes)
  }

  #add(messages: Messages, text: string, values: readonly Encoded[]): void {
    const found = this.#known.find(text)
    const prepared = found ?? this.#known.add(text)
    this.#prepared.push(prepared)
    if (found === undefined) {
      messages.parse(prepared.name, text)
      this.#parsed.push(text)
    }
    messages.bind(prepared.name, values)
    if (found === undefined) messages.describePortal()
    messages.execute()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const prepared = this.#prepared[this.#results.length]
    if (prepared !== undefined) prepared.columns = columnsOf(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      const columns = this.#prepared[this.#results.length]?.columns ?? []
      this.#rows.push(rowOf(columns, fields))
    } catch (error) {
      this.#failure ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#complete(commandOf(text))
  }

  handleEmptyQuery(): void {
    this.#complete({ command: '', rowCount: 0 })
  }

  #complete(tag: { command: string; rowCount: number }): void {
    const prepared = this.#prepared[this.#results.length]
    if (prepared !== undefined) prepared.columns ??= []
    this.#results.push({ ...tag, rows: this.#rows })
    this.#rows = []
  }

  handleError(error: unknown): void {
    for (const text of this.#parsed) this.#known.forget(text)
    if (spoilsStatements(error)) this.#known.forgetAll()
    this.#outcome.reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.#outcome.resolve(this.#results)
    else this.#outcome.reject(this.#failure)
  }

  /** Rows are fetched whole: the server suspends a portal only when asked for a number of rows. */
  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: Connection): void {
    connection.stream.destroy(new Error('COPY is not supported'))
  }

  handleCopyData(): void {}
}

const preparedOf = new WeakMap<ClientBase, PreparedStatements>()

/** What this connection has prepared. */
const preparedStatementsOf = (client: ClientBase): PreparedStatements => {
  const found = preparedOf.get(client)
  if (found !== undefined) return found
  const created = new PreparedStatements()
  preparedOf.set(client, created)
  return created
}

/**
 * Runs the statements in one write with one Sync, in the transaction that is open on the
 * connection, else in one of their own.
 * @throws the error of the first statement that failed; outside a transaction nothing is written
 */
export const flushOn = async (
  client: ClientBase,
  statements: readonly Statement[],
): Promise<StatementResult[]> => {
  try {
    return await new Promise<StatementResult[]>((resolve, reject) => {
      client.query(new Flush(statements, preparedStatementsOf(client), { resolve, reject }))
    })
  } catch (error) {
    // The stack of the socket's reader says nothing; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}
