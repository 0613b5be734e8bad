import type { TestTenant } from '../../../testing/test-app.ts'

type Ids = Readonly<Record<string, string>>

/** Makes rows in any tenant, and tells their ids by the names of path parameters. */
export interface Builder {
  /** The endpoints whose path begins with this; the longest that fits is taken. */
  readonly under: string
  readonly build: (tenant: TestTenant) => Promise<Ids>
}
