import type { TenantSupportGrant } from '@signet/contract/provider/support-grants'
import {
  promoteSubscriber,
  resetSubscriberMailServer,
  resetSubscriberResourceRules,
} from '@signet/contract/provider/tenant-acts'
import {
  type EntitlementChange,
  listTenantEntitlements,
  listTenantUsageMonths,
  removeTenantEntitlement,
  setTenantEntitlement,
} from '@signet/contract/provider/tenant-entitlements'
import {
  createSupportChallenge,
  endTenantSupport,
  listTenantSupportGrants,
  requestTenantSupport,
} from '@signet/contract/provider/tenant-support'
import {
  changeTenantHost,
  createTenant,
  listTenantsPaged,
  lockTenant,
  readTenant,
  type Tenant,
  type TenantDetails,
  unlockTenant,
} from '@signet/contract/provider/tenants'
import { contractEnds } from '@signet/rules/contract-ends'
import type { EntitlementType } from '@signet/rules/entitlements'
import { oneOf } from '@signet/rules/membership'
import { isContractMode } from '@signet/rules/tenants'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Removable, useChange, useSaved } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call, callWithEtag } from '../../../lib/call.ts'

export type TenantRow = z.output<typeof Tenant>
export type TenantDetail = z.output<typeof TenantDetails>

const subject = 'tenants'
const longestSearch = 100

export const tenantsPath = '/serviceprovider/tenants'
export const tenantPath = (id: string): string => `${tenantsPath}/${id}`

const lockedBy: Readonly<Record<string, boolean>> = { locked: true, open: false }
const nearBy: Readonly<Record<string, boolean>> = { near: true, below: false }
const isContractEnd = oneOf(contractEnds)

/** The list's request as the call takes it. */
const bodyOf = ({ search, sort, cursor, limit, filters }: ListRequest) => {
  const typed = search.trim().slice(0, longestSearch)
  const locked = lockedBy[filters.state ?? '']
  const nearLimit = nearBy[filters.use ?? '']
  const { mode, ends } = filters
  return {
    limit,
    descending: sort?.isDescending ?? false,
    ...(typed === '' ? {} : { search: typed }),
    ...(locked === undefined ? {} : { locked }),
    ...(isContractMode(mode) ? { contractMode: mode } : {}),
    ...(isContractEnd(ends) ? { contractEnd: ends } : {}),
    ...(nearLimit === undefined ? {} : { nearLimit }),
    ...(cursor === null ? {} : { cursor }),
  }
}

export const tenantsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listTenantsPaged, { body: bodyOf(request), signal }),
})

/** Tenants for the palette. */
export const findTenants = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const { results } = await call(listTenantsPaged, { body: nameSought(typed), signal })
  return results.map(({ id, companyName, hostname }) => ({
    id,
    label: companyName,
    detail: hostname,
    to: tenantPath(id),
  }))
}

/** What the form of a new tenant sends. */
type NewTenantBody = z.input<(typeof createTenant)['body']>
type HostChange = z.input<(typeof changeTenantHost)['body']>

interface HostSave {
  readonly id: string
  readonly body: HostChange
  readonly etag: string | null
}

/** An update gives a tenant other host names. */
export const tenants = {
  subject,
  read: (id: string, signal?: AbortSignal) =>
    callWithEtag(readTenant, { params: { id }, ...(signal === undefined ? {} : { signal }) }),
  create: (body: NewTenantBody) => call(createTenant, { body }),
  update: ({ id, body, etag }: HostSave) =>
    callWithEtag(changeTenantHost, { params: { id }, body, ifMatch: etag ?? undefined }),
}

export const entitlementsQuery = (tenantid: string) =>
  queryOptions({
    queryKey: [subject, 'entitlements', tenantid],
    queryFn: ({ signal }) => call(listTenantEntitlements, { params: { tenantid }, signal }),
  })

/** Of one tenant, by type. */
export const entitlementsOf = (tenantid: string): Removable<EntitlementType> => ({
  subject,
  remove: (type) => call(removeTenantEntitlement, { params: { tenantid, type } }),
})

/** Grants an entitlement or changes it; the tenant shows its contract mode. */
export const useEntitling = (tenantid: string) =>
  useChange(
    (body: z.input<typeof EntitlementChange>) =>
      call(setTenantEntitlement, { params: { tenantid }, body }),
    [subject],
  )

export const usageMonthsQuery = (tenantid: string) =>
  queryOptions({
    queryKey: [subject, 'usage', tenantid],
    queryFn: ({ signal }) => call(listTenantUsageMonths, { params: { tenantid }, signal }),
  })

interface Locking {
  readonly id: string
  readonly isLocked: boolean
}

/** Locks a tenant, or unlocks it. */
export const useLocking = () =>
  useSaved({ subject }, ({ id, isLocked }: Locking) =>
    callWithEtag(isLocked ? lockTenant : unlockTenant, { params: { id } }),
  )

/** What a provider does inside a tenant, beside locking it. */
const tenantActs = {
  promote: promoteSubscriber,
  resetMail: resetSubscriberMailServer,
  resetRules: resetSubscriberResourceRules,
} as const
export type TenantAct = keyof typeof tenantActs

export const useTenantAct = (act: TenantAct) =>
  useSaved({ subject }, ({ id }: { readonly id: string }) =>
    callWithEtag(tenantActs[act], { params: { id } }),
  )

export type TenantGrant = z.output<typeof TenantSupportGrant>

const supportKey = (tenantid: string) => [subject, 'support', tenantid] as const

export const tenantSupportQuery = (tenantid: string) =>
  queryOptions({
    queryKey: supportKey(tenantid),
    queryFn: ({ signal }) => call(listTenantSupportGrants, { params: { tenantid }, signal }),
  })

export const useRequestSupport = (tenantid: string) =>
  useChange(
    (reason: string) => call(requestTenantSupport, { params: { tenantid }, body: { reason } }),
    supportKey(tenantid),
  )

/**
 * The address that opens the tenant's console under a grant, once and within two minutes; without a grant
 * under the one that the tenant gave last, where its sign-in page has led here.
 */
export const useSupportEntry = (tenantId: string) =>
  useMutation({
    mutationFn: async (grantId: string | undefined): Promise<string> => {
      const { publicUrl, challenge } = await call(createSupportChallenge, {
        body: { tenantId, ...(grantId === undefined ? {} : { grantId }) },
      })
      return `${publicUrl}/#/supportentry?challenge=${encodeURIComponent(challenge)}`
    },
  })

export const useEndSupport = (tenantid: string) =>
  useChange(
    (id: string) => call(endTenantSupport, { params: { tenantid, id } }),
    supportKey(tenantid),
  )
