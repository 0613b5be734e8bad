import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { OidcClaimRow } from '../../../platform/db/schema/applications.ts'

export type StoredClaim = Selectable<OidcClaimRow>

/** As many as a tenant may add. */
export const mostClaims = 200

export const findOidcClaims = ({ db, tenant }: Context): Promise<StoredClaim[]> =>
  db
    .selectFrom('oidc_claims')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .orderBy('name')
    .limit(mostClaims)
    .execute()
