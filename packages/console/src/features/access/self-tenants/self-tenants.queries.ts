import { listOwnTenants, type SelfTenant } from '@signet/contract/access/self-tenants'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'

export type OwnTenant = z.output<typeof SelfTenant>

/** While somebody types, what was found before stays. */
export const ownTenantsQuery = (search: string) =>
  queryOptions({
    queryKey: ['self', 'tenants', search],
    queryFn: ({ signal }) => call(listOwnTenants, { query: { search }, signal }),
    placeholderData: keepPreviousData,
  })
