import type { BulkFileReading, BulkMapping } from '@signet/contract/operations/bulk-mapping'
import {
  type BulkOperation,
  type BulkPreview,
  type BulkRows,
  bulkCalls,
  listBulkOperations,
} from '@signet/contract/operations/bulk-operations'
import { type BulkKindName, bulkPartBytes } from '@signet/rules/bulk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../../kit/entity.ts'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callForFile } from '../../../lib/call.ts'
import { base64 } from '../../../pickers/base64.ts'
import { type Invited, inviteAll, noneInvited } from '../../../pickers/invitations/inviting.ts'
import { saveFile } from '../../../pickers/save-file.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Operation = z.output<typeof BulkOperation>
export type Preview = z.output<typeof BulkPreview>
export type Rows = z.output<typeof BulkRows>
export type Mapping = z.input<typeof BulkMapping>
/** How a file is read in place of what it looks like. */
export type ReadAs = z.input<typeof BulkFileReading>

const subject = 'bulk-operations'
const liveMillis = 1000

export const isLive = ({ state }: Operation): boolean => state === 'RUNNING' || state === 'CHECKING'

/** A list of operations, read again and again while one of them is at work. */
const liveList = (list: (signal: AbortSignal) => Promise<readonly Operation[]>) => {
  const wholeList = wholeListQuery<Operation>({
    subject,
    list,
    wordsOf: ({ fileName }) => [fileName],
    filters: { kind: ({ kind }) => kind, state: ({ state }) => state },
  })
  return (request: ListRequest) => ({
    ...wholeList(request),
    refetchInterval: liveMillis * 3,
  })
}

/** The newest operations of the kinds that the person may see. */
export const operationsQuery = liveList((signal) => call(listBulkOperations, { signal }))

/** Those on tenants, for who may see no other kind. */
export const tenantOperationsQuery = liveList((signal) =>
  call(bulkCalls('createtenant').listBulk, { signal }),
)

export const operationQuery = (kind: BulkKindName, id: string) =>
  queryOptions({
    queryKey: [subject, 'one', id],
    queryFn: ({ signal }) => call(bulkCalls(kind).readBulk, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isLive(state.data) ? liveMillis : false,
  })

interface RowsAsked {
  readonly after: number
  readonly only: 'ALL' | 'ERROR'
}

export const rowsQuery = ({ kind, id, version }: Operation, asked: RowsAsked) =>
  queryOptions({
    queryKey: [subject, 'rows', id, version, asked],
    queryFn: ({ signal }) =>
      call(bulkCalls(kind).listBulkRows, { params: { id }, query: asked, signal }),
    placeholderData: keepPreviousData,
  })

/** Invites the users whom an operation has added; the service leaves out those with a way in. */
const inviteAdded = async ({ kind, id }: Operation): Promise<Invited> => {
  let invited = noneInvited
  let after: number | null = 0
  while (after !== null) {
    const given = { params: { id }, query: { after, only: 'ALL' } } as const
    const page: Rows = await call(bulkCalls(kind).listBulkRows, given)
    const added = page.results.filter(({ action }) => action === 'CREATE')
    invited = await inviteAll(
      added.flatMap(({ subjectId }) => subjectId ?? []),
      invited,
    )
    after = page.nextAfter
  }
  return invited
}

export const useInvitingAdded = () => useChange(inviteAdded, ['users'])

interface Upload {
  readonly file: File
  /** What holds for all rows. */
  readonly told: Readonly<Record<string, string>>
  readonly onProgress: (percent: number) => void
}

/** Sends a file in its parts; the id of its operation. */
export const uploadFile = async (
  kind: BulkKindName,
  { file, told, onProgress }: Upload,
): Promise<string> => {
  const calls = bulkCalls(kind)
  const values = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== ''))
  const begun = Object.keys(values).length === 0 ? {} : { values }
  const { id } = await call(calls.initialiseBulk, {
    body: { fileName: file.name.slice(0, 255), ...begun },
  })
  const params = { id }
  for (let number = 0; number * bulkPartBytes < file.size; number += 1) {
    const part = file.slice(number * bulkPartBytes, (number + 1) * bulkPartBytes)
    await call(calls.sendBulkPart, { params, body: { number, content: await base64(part) } })
    onProgress(Math.min(100, Math.round(((number + 1) * bulkPartBytes * 100) / file.size)))
  }
  return id
}

/** Has the beginning of a file read, all of whose parts are sent. */
export const readPreview = (
  kind: BulkKindName,
  id: string,
  readAs: ReadAs = {},
): Promise<Preview> => call(bulkCalls(kind).completeBulkFile, { params: { id }, query: readAs })

/** Hands the result of every row over to the browser's downloads. */
export const downloadResult = async ({ kind, id }: Operation): Promise<void> => {
  const file = await callForFile(bulkCalls(kind).downloadBulkResult, { params: { id } })
  saveFile(`${kind}-result.csv`, 'text/csv;charset=utf-8', file)
}

interface MapWanted {
  readonly id: string
  readonly mapping: Mapping[]
  readonly existing: Operation['existing']
}

/** Changes to one operation; the list and the operation are read anew. */
export const useBulkChanges = (kind: BulkKindName) => {
  const calls = bulkCalls(kind)
  return {
    map: useChange(
      ({ id, ...body }: MapWanted) => call(calls.mapBulkColumns, { params: { id }, body }),
      [subject],
    ),
    start: useChange(
      ({ id, dryRun }: { id: string; dryRun: boolean }) =>
        call(calls.startBulk, { params: { id }, body: { dryRun } }),
      [subject],
    ),
    cancel: useChange((id: string) => call(calls.cancelBulk, { params: { id } }), [subject]),
    renew: useChange(
      (id: string) => call(calls.renewBulkCredentials, { params: { id } }),
      [subject],
    ),
    remove: useChange(
      (id: string) => call(calls.removeBulk, { params: { id } }),
      [subject, 'page'],
    ),
  }
}
