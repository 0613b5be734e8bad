import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ProviderCredentialRow } from '../../../platform/db/schema/provider-credentials.ts'

export type StoredCredential = Selectable<ProviderCredentialRow>

const ofTenant = ({ db, tenant }: Context) =>
  db.selectFrom('provider_credentials').where('tenant_id', '=', tenant.id)

export const find = (ctx: Context, kind: string): Promise<StoredCredential | undefined> =>
  ofTenant(ctx).selectAll().where('kind', '=', kind).executeTakeFirst()

/** The row, made when there is none; it stays as it is until the transaction ends. */
export const findForChange = async (ctx: Context, kind: string): Promise<StoredCredential> => {
  await ctx.db
    .insertInto('provider_credentials')
    .values({
      tenant_id: ctx.tenant.id,
      kind,
      value: '{}',
      sealed: null,
      secrets_set_at: '{}',
      version: 0,
      updated_at: ctx.platform.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ofTenant(ctx).selectAll().where('kind', '=', kind).forUpdate().executeTakeFirstOrThrow()
}

interface Change {
  readonly value: Readonly<Record<string, unknown>>
  readonly sealed: Buffer | null
  readonly secretsSetAt: Readonly<Record<string, string>>
}

export const save = (
  ctx: Context,
  kind: string,
  { value, sealed, secretsSetAt }: Change,
): Promise<StoredCredential> =>
  ctx.db
    .updateTable('provider_credentials')
    .set((eb) => ({
      value: JSON.stringify(value),
      sealed,
      secrets_set_at: JSON.stringify(secretsSetAt),
      version: eb('version', '+', 1),
      updated_at: ctx.platform.clock.now(),
    }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirstOrThrow()
