import { CompiledQuery, sql } from 'kysely'
import { createHandle } from '../../src/platform/db/handle.ts'
import { tenantTable } from '../../src/platform/db/migration.ts'
import type { TestDatabase } from './test-database.ts'

/** Compiles; never runs anything. */
export const compiler = createHandle<object>(async () => undefined)

export const tenantA = '01940000-0000-7000-8000-00000000000a'
export const tenantB = '01940000-0000-7000-8000-00000000000b'

/** A product table of the tests of this folder: `probes (tenant_id, id, note)`. */
export const createProbes = ({ asOwner }: Pick<TestDatabase, 'asOwner'>): Promise<void> =>
  asOwner(async (owner) => {
    await owner.query(`create table probes (
      tenant_id uuid not null, id integer not null, note text not null,
      primary key (tenant_id, id))`)
    for (const statement of tenantTable('probes')) await owner.query(statement)
  })

export const insertProbe = (tenantId: string, id: number, note = 'x'): CompiledQuery =>
  CompiledQuery.raw('insert into probes values ($1, $2, $3)', [tenantId, id, note])

export const selectProbes = sql<{
  id: number
  note: string
}>`select id, note from probes order by id`.compile(compiler)
