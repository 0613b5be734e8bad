import { abort } from '@signet/rules/abort'
import { contractModes } from '@signet/rules/tenants'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Uuid } from '../kit/schemas.ts'

/** More are found by a search. */
export const mostOwnTenants = 200

/** A tenant of this provider: what everybody may know who opens its sign-in page, and how it stands. */
export const SelfTenant = z
  .object({
    id: Uuid,
    companyName: z.string(),
    hostname: z.string(),
    /** Where people sign in to it. */
    openUrl: z.string(),
    region: z.string(),
    contractMode: z.enum(contractModes),
    authenticationAccount: z.boolean(),
    issuanceAccount: z.boolean(),
    /** Nobody gets in. */
    locked: z.boolean(),
  })
  .meta({ id: 'SelfTenant' })

export const listOwnTenants = endpoint({
  method: 'GET',
  path: '/api/web/v1/self/tenants',
  actor: 'provider',
  needs: ['TENANTS', 'VIEW'],
  tab: 'TENANTS',
  query: z.object({
    /** In the name or the address. */
    search: z.string().trim().max(100, abort).default(''),
  }),
  answer: z.array(SelfTenant),
  errors: [],
  audit: null,
  limit: 'read',
  summary: 'The tenants that this user opens from the portal, by name',
  description: `Those of this provider that are not terminated, at most ${mostOwnTenants}: more are found by a search. Whoever opens one signs in there: nothing inside a tenant is told. Only while the settings of the user portal show tenants.`,
})
