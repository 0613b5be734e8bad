import { sql } from 'kysely'
import { type Context, signedInUser } from '../../../kit/context.ts'

/** As many as the list of applications holds. */
const mostShown = 1000

/** An application that people open from here. */
export interface Openable {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Where it begins a sign-in with us; null where we begin it ourselves (SAML). */
  readonly initiate_login_uri: string | null
  readonly favorite: boolean
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Applications that say where a sign-in begins, or let people begin here, with what `userId` likes best. */
const openable = ({ tenant }: Context, userId: string) => sql<Openable>`
  select a.id, a.name, a.name_key, a.description, a.initiate_login_uri,
      exists (select 1 from favorite_applications f where f.tenant_id = a.tenant_id
        and f.user_id = ${userId}::uuid and f.application_id = a.id) as favorite
    from oidc_applications a
    where a.tenant_id = ${tenant.id}::uuid and a.enabled and a.initiate_login_uri is not null
  union all
  select s.id, s.name, s.name_key, s.description, null,
      exists (select 1 from favorite_saml_applications f where f.tenant_id = s.tenant_id
        and f.user_id = ${userId}::uuid and f.application_id = s.id)
    from saml_applications s
    where s.tenant_id = ${tenant.id}::uuid and s.enabled
      and (s.settings ->> 'idpInitiated')::boolean`

/** By name. */
export const listOpenable = async (ctx: Context, userId: string): Promise<Openable[]> => {
  const { rows } = await sql<Openable>`select id, name, description, initiate_login_uri, favorite
    from (${openable(ctx, userId)}) a order by name_key, id limit ${mostShown}`.execute(ctx.db)
  return rows
}

/** One of those above; undefined for any other. */
export const findOpenable = async (ctx: Context, id: string): Promise<Openable | undefined> => {
  const { rows } = await sql<Openable>`select id, name, description, initiate_login_uri, favorite
    from (${openable(ctx, nobody)}) a where id = ${id}::uuid`.execute(ctx.db)
  return rows[0]
}

type Marked = Pick<Openable, 'id' | 'initiate_login_uri'>

const tableOf = ({ initiate_login_uri: uri }: Marked) =>
  uri === null ? 'favorite_saml_applications' : 'favorite_applications'

export const insertFavorite = async (ctx: Context, application: Marked): Promise<void> => {
  await ctx.db
    .insertInto(tableOf(application))
    .values({
      tenant_id: ctx.tenant.id,
      user_id: signedInUser(ctx).id,
      application_id: application.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const removeFavorite = async (ctx: Context, application: Marked): Promise<void> => {
  await ctx.db
    .deleteFrom(tableOf(application))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', signedInUser(ctx).id)
    .where('application_id', '=', application.id)
    .execute()
}
