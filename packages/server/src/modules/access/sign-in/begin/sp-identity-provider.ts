import type { AuthenticationInformation } from '@signet/contract/access/authentication'
import { providerEntryFragment } from '@signet/rules/console'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../../kit/context.ts'

/**
 * The service provider whose administrators are led to their own sign-in, under the name and URL that it has
 * now. Tenants that have none pay no statement for it.
 */
export const spIdentityProvider = async ({
  db,
  tenant,
}: Context): Promise<z.input<typeof AuthenticationInformation>['spIdentityProvider']> => {
  if (!tenant.spIdentityProvider) return null
  const { rows } = await sql<{ company_name: string; public_url: string }>`
    select company_name, public_url from sp_identity_provider_above()`.execute(db)
  const [above] = rows
  if (above === undefined) return null
  return {
    name: above.company_name,
    url: `${above.public_url}/${providerEntryFragment(tenant.id)}`,
  }
}
