import type { TestDatabase } from './test-database.ts'
import { openTestEmbedded } from './test-embedded.ts'
import { openTestPostgres } from './test-postgres.ts'

export type { TestDatabase } from './test-database.ts'

/**
 * A migrated database of its own for the calling test file: PostgreSQL at `TEST_DATABASE_URL`
 * (the address of a role that may create databases), or the embedded one when
 * `SIGNET_TEST_DATABASE` is `embedded`.
 */
export const openTestDatabase = (): Promise<TestDatabase> =>
  process.env.SIGNET_TEST_DATABASE === 'embedded' ? openTestEmbedded() : openTestPostgres()
