import { type Context, signedInUser } from '../../../kit/context.ts'

/** As many as the list of applications holds. */
const mostShown = 1000

/** Applications that can be opened from here, by name, each with whether a user likes it best. */
export const listOpenable = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('oidc_applications as a')
    .leftJoin('favorite_applications as f', (join) =>
      join
        .onRef('f.tenant_id', '=', 'a.tenant_id')
        .onRef('f.application_id', '=', 'a.id')
        .on('f.user_id', '=', userId),
    )
    .select(['a.id', 'a.name', 'a.description', 'a.initiate_login_uri', 'f.user_id as favorite'])
    .where('a.tenant_id', '=', ctx.tenant.id)
    .where('a.enabled', '=', true)
    .where('a.initiate_login_uri', 'is not', null)
    .orderBy('a.name_key')
    .limit(mostShown)
    .execute()

/** One of those above; undefined for any other. */
export const findOpenable = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('oidc_applications')
    .select(['id', 'name', 'initiate_login_uri'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('initiate_login_uri', 'is not', null)
    .executeTakeFirst()

export const insertFavorite = async (ctx: Context, applicationId: string): Promise<void> => {
  await ctx.db
    .insertInto('favorite_applications')
    .values({
      tenant_id: ctx.tenant.id,
      user_id: signedInUser(ctx).id,
      application_id: applicationId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const removeFavorite = async (ctx: Context, applicationId: string): Promise<void> => {
  await ctx.db
    .deleteFrom('favorite_applications')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', signedInUser(ctx).id)
    .where('application_id', '=', applicationId)
    .execute()
}
