import {
  createRateLimitPolicy,
  deleteRateLimitPolicy,
  listRateLimitPolicies,
  type RateLimitPolicy,
  readRateLimitPolicy,
  refreshRateLimitPolicies,
  updateRateLimitPolicy,
} from '@signet/contract/provider/rate-limiting'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import { call, callWithEtag } from '../../../lib/call.ts'
import {
  type Limit,
  type LimitInForce,
  limitsInForce,
  limitsSubject,
} from '../../../pickers/rate-limits/limits.queries.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type PolicyDetail = z.output<typeof RateLimitPolicy>

export const policiesPath = '/RateLimiting'
export const newPolicyPath = '/ratelimiting/add'
export const policyPath = (id: string): string => `/ratelimiting/${id}`
export const editPolicyPath = (id: string): string => `/ratelimiting/edit/${id}`

/** The form of a new policy, filled with the figures that hold for this class and subject. */
export const newPolicyPathFor = ({ limitClass, subject }: Limit): string =>
  `${newPolicyPath}?${new URLSearchParams({ limitClass, subject })}`

/** What holds for each class and subject. */
export const limitsPageQuery = wholeListQuery<LimitInForce>({
  subject: limitsSubject,
  list: async (signal) => limitsInForce(await call(listRateLimitPolicies, { signal })),
  filters: {
    limitClass: ({ limitClass }) => limitClass,
    subject: ({ subject }) => subject,
    origin: ({ origin }) => origin,
  },
})

interface PolicySave {
  readonly id: string
  readonly body: Limit
  readonly etag: string | null
}

/** Class and subject of a policy stay. */
export const policies = {
  subject: limitsSubject,
  read: (id: string, signal?: AbortSignal) =>
    callWithEtag(readRateLimitPolicy, {
      params: { id },
      ...(signal === undefined ? {} : { signal }),
    }),
  create: (body: Limit) => call(createRateLimitPolicy, { body }),
  update: ({ id, body: { rate, periodSeconds, burst }, etag }: PolicySave) =>
    callWithEtag(updateRateLimitPolicy, {
      body: { id, rate, periodSeconds, burst },
      ifMatch: etag ?? undefined,
    }),
  remove: (id: string) => call(deleteRateLimitPolicy, { params: { id } }),
}

/** The node that answers reads the stored policies again. */
export const useRefresh = () =>
  useChange((): Promise<unknown> => call(refreshRateLimitPolicies), [limitsSubject])
