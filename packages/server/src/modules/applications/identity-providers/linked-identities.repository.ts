import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { LinkedIdentityRow } from '../../../platform/db/schema/identity-providers.ts'

type StoredLink = Selectable<LinkedIdentityRow>
export type FoundLink = StoredLink & {
  readonly provider_name: string
  readonly definition: unknown
}

/** Who an account at a provider is, as the provider has proven it. */
export interface UpstreamIdentity {
  readonly providerId: string
  readonly issuer: string
  readonly subject: string
}

const links = ({ db, tenant }: Context) =>
  db
    .selectFrom('linked_identities as l')
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 'l.tenant_id').onRef('p.id', '=', 'l.provider_id'),
    )
    .selectAll('l')
    .select(['p.name as provider_name', 'p.definition'])
    .where('l.tenant_id', '=', tenant.id)

export const listLinksOf = (ctx: Context, userId: string): Promise<FoundLink[]> =>
  links(ctx).where('l.user_id', '=', userId).orderBy('l.linked_at').orderBy('l.id').execute()

/** By provider, issuer and subject: no address, no name, nothing else says whose an account is. */
export const findLink = (
  ctx: Context,
  { providerId, issuer, subject }: UpstreamIdentity,
): Promise<FoundLink | undefined> =>
  links(ctx)
    .where('l.provider_id', '=', providerId)
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .executeTakeFirst()

/** False when it is somebody's; one whose user is gone may become another's. */
export const insertLink = async (
  { db, tenant, platform }: Context,
  link: Pick<StoredLink, 'provider_id' | 'issuer' | 'subject' | 'label'> & {
    readonly user_id: string
  },
): Promise<boolean> => {
  const { user_id, label } = link
  const linked_at = platform.clock.now()
  const { numInsertedOrUpdatedRows: written = 0n } = await db
    .insertInto('linked_identities')
    .values({
      tenant_id: tenant.id,
      id: platform.ids.uuid(),
      linked_at,
      last_used_at: null,
      confirm_again: false,
      ...link,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'provider_id', 'issuer', 'subject'])
        .doUpdateSet({ user_id, label, linked_at, last_used_at: null, confirm_again: false })
        .where('linked_identities.user_id', 'is', null),
    )
    .executeTakeFirst()
  return written > 0n
}

export const touchLink = async ({ db, tenant, platform }: Context, id: string): Promise<void> => {
  await db
    .updateTable('linked_identities')
    .set({ last_used_at: platform.clock.now() })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

interface OwnedLink {
  readonly id: string
  readonly userId: string
}

export const removeLink = async (
  { db, tenant }: Context,
  { id, userId }: OwnedLink,
): Promise<StoredLink | undefined> =>
  db
    .deleteFrom('linked_identities')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

export const removeLinksOfProvider = async (
  { db, tenant }: Context,
  providerId: string,
): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('linked_identities')
    .where('tenant_id', '=', tenant.id)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Each of their users confirms the account once more. */
export const confirmLinksAgain = async (
  { db, tenant }: Context,
  providerId: string,
): Promise<void> => {
  await db
    .updateTable('linked_identities')
    .set({ confirm_again: true })
    .where('tenant_id', '=', tenant.id)
    .where('provider_id', '=', providerId)
    .execute()
}
