import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface Database {
  readonly name: string
  /** As its owner. */
  readonly url: string
  /** The rows that it brings. */
  run(statement: string): Promise<readonly Record<string, unknown>[]>
  drop(): Promise<void>
}

type Rows = Awaited<ReturnType<Database['run']>>

const runAt = async (url: URL, statement: string): Promise<Rows> => {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

/** A new database on the test server, empty or a copy of `template`; null for the embedded one. */
export const freshDatabase = async (template = 'template1'): Promise<Database | null> => {
  if (process.env.SIGNET_TEST_DATABASE === 'embedded') return null
  const server = new URL(process.env.TEST_DATABASE_URL ?? '')
  const name = `signet_journey_${randomBytes(4).toString('hex')}`
  await runAt(server, `create database ${name} template ${template}`)
  const url = new URL(`/${name}`, server)
  url.search = server.search
  return {
    name,
    url: url.href,
    run: (statement) => runAt(url, statement),
    drop: async () => void (await runAt(server, `drop database ${name} with (force)`)),
  }
}
