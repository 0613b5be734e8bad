import {
  cancelTenantDeletion,
  deleteTenant,
  exportTenant,
  listTenantDeletions,
  readTenantDeletion,
  readTenantDeletionSettings,
  type TenantDeletion,
  type TenantDeletionDetails,
  updateTenantDeletionSettings,
} from '@signet/contract/provider/tenant-deletions'
import { tenantDeletionStates } from '@signet/rules/tenants'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange, useSaved } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callForFile, callWithEtag } from '../../../lib/call.ts'
import { saveFile } from '../../../pickers/save-file.ts'

export type DeletionRow = z.output<typeof TenantDeletion>
export type DeletionDetail = z.output<typeof TenantDeletionDetails>

const subject = 'tenantDeletions'
const longestSearch = 100

export const deletionPath = (id: string): string => `/serviceprovider/tenantdeletions/${id}`

const bodyOf = ({ search, sort, cursor, limit, filters }: ListRequest) => {
  const typed = search.trim().slice(0, longestSearch)
  const state = tenantDeletionStates.find((each) => each === filters.state)
  return {
    limit,
    descending: sort?.isDescending ?? true,
    ...(typed === '' ? {} : { search: typed }),
    ...(state === undefined ? {} : { state }),
    ...(cursor === null ? {} : { cursor }),
  }
}

export const deletionsQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listTenantDeletions, { body: bodyOf(request), signal }),
})

export const deletionQuery = (id: string) =>
  queryOptions({
    queryKey: [subject, 'one', id],
    queryFn: ({ signal }) => call(readTenantDeletion, { params: { id }, signal }),
  })

const settingsKey = [subject, 'settings']

export const deletionSettingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => call(readTenantDeletionSettings, { signal }),
})

export const useGraceChange = () =>
  useChange(
    (graceDays: number) => call(updateTenantDeletionSettings, { body: { graceDays } }),
    settingsKey,
  )

/** Hands the file over to the browser's downloads. */
export const saveExport = async (id: string): Promise<void> => {
  const file = await callForFile(exportTenant, { params: { id } })
  saveFile(`tenant-${id}.jsonl.gz`, 'application/gzip', file)
}

const ofTenants = { subject: 'tenants', also: [[subject]] }

export const useDeletion = () =>
  useSaved(ofTenants, ({ id }: { readonly id: string }) =>
    callWithEtag(deleteTenant, { params: { id } }),
  )

export const useTakingBack = () =>
  useSaved(ofTenants, ({ id }: { readonly id: string }) =>
    callWithEtag(cancelTenantDeletion, { params: { id } }),
  )
