import type { userPlaceholders } from '@signet/rules/connectors'
import type { Context } from '../../../kit/context.ts'

type Known = Record<(typeof userPlaceholders)[number], string | null>

const texts = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`USER.${name}`, value] as const] : [],
  )

/** What connectors may tell of a user: `USER.email`, and own attributes by their id. */
export const placeholdersOfUser = async (
  ctx: Context,
  id: string,
): Promise<Readonly<Record<string, string>>> => {
  const row = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return {}
  const known: Known = {
    id: row.id,
    userId: row.user_id,
    email: row.email,
    mobile: row.mobile,
    phone: row.phone,
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale ?? ctx.tenant.defaultLocale,
    externalId: row.external_id,
    userPrincipalName: row.user_principal_name,
  }
  return Object.fromEntries([...texts(row.attributes), ...texts(known)])
}
