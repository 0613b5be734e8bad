import {
  createExternalDatabase,
  deleteExternalDatabase,
  type ExternalDatabaseChange,
  type ExternalDatabase as ExternalDatabaseSchema,
  listExternalDatabases,
  type NewExternalDatabase,
  readExternalDatabase,
  testDatabaseConnection,
  updateExternalDatabase,
} from '@signet/contract/issuance/external-databases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type Database = z.output<typeof ExternalDatabaseSchema>
export type New = z.output<typeof NewExternalDatabase>
export type Change = z.output<typeof ExternalDatabaseChange>
export type Tested = z.output<typeof testDatabaseConnection.answer>

const subject = 'external-databases'

const fits =
  ({ search, filters }: ListRequest) =>
  ({ name, host, database, kind }: Database): boolean =>
    `${name} ${host} ${database}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()) &&
    (filters.kind === undefined || filters.kind === kind)

/** The list comes whole. */
export const databasesPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listExternalDatabases, { signal })
    return wholeListPage(all.filter(fits(request)), request, ({ name }) => name)
  },
})

export const readOne = (databaseId: string, signal?: AbortSignal): Promise<Tagged<Database>> =>
  callWithEtag(readExternalDatabase, { params: { databaseId }, signal })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const databaseQuery = (id: string) => ({
  queryKey: [subject, 'one', id],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }: { signal: AbortSignal }) => readOne(id, signal),
})

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to databases; each makes what was read before stale. */
export const useDatabaseChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: New) => call(createExternalDatabase, { body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateExternalDatabase, {
          params: { databaseId: id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (databaseId: string) => call(deleteExternalDatabase, { params: { databaseId } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: [subject, 'one', id] })
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
    test: useMutation({
      mutationFn: (databaseId: string) => call(testDatabaseConnection, { body: { databaseId } }),
    }),
  }
}
