import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { StoredTenant } from '../tenants/index.ts'

type StoredTheme = Pick<StoredTenant, 'logo' | 'colours'>

/** Logo and colors of the nearest provider above this tenant that has any. */
export const findThemeAbove = async ({ db }: Context): Promise<StoredTheme | undefined> => {
  const { rows } = await sql<StoredTheme>`select * from theme_above()`.execute(db)
  return rows[0]
}
