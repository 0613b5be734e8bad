import type { Context } from '../../../kit/context.ts'

/** As they are typed, and as they are mostly kept. */
const spellings = (name: string): readonly string[] => [...new Set([name, name.toLowerCase()])]

const users = ({ db, tenant }: Context) =>
  db.selectFrom('users').select('id').where('tenant_id', '=', tenant.id).limit(2)

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] =>
  rows.map(({ id }) => id)

/** By what people type to sign in. */
export const idsByIdentifier = async (
  { db, tenant }: Context,
  normalised: string,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('user_identifiers')
    .select('user_id as id')
    .where('tenant_id', '=', tenant.id)
    .where('normalised', '=', normalised)
    .execute()
  return idsOf(rows)
}

/** An address that was proven: one that anybody can claim is nobody's name. */
export const idsByMail = async (ctx: Context, address: string): Promise<readonly string[]> =>
  idsOf(
    await users(ctx)
      .where('email', 'in', spellings(address))
      .where('email_verified', '=', true)
      .execute(),
  )

export const idsByPrincipalName = async (ctx: Context, name: string): Promise<readonly string[]> =>
  idsOf(await users(ctx).where('user_principal_name', 'in', spellings(name)).execute())
