import type { Context } from '../../../kit/context.ts'

export const findConsent = (ctx: Context, userId: string, clientId: string) =>
  ctx.db
    .selectFrom('oidc_consents')
    .select(['scopes', 'given_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** Whether the user consented to any client since an instant: the interaction names which. */
export const hasConsentedSince = async (
  ctx: Context,
  userId: string,
  since: Date,
): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('oidc_consents')
    .select('given_at')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('given_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface Consent {
  readonly userId: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

export const saveConsent = async (
  ctx: Context,
  { userId, clientId, scopes }: Consent,
): Promise<void> => {
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('oidc_consents')
    .values({
      tenant_id: ctx.tenant.id,
      user_id: userId,
      client_id: clientId,
      scopes: JSON.stringify(scopes),
      given_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'client_id'])
        .doUpdateSet({ scopes: JSON.stringify(scopes), given_at: now }),
    )
    .execute()
}
