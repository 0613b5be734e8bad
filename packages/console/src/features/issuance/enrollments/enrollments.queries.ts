import { exportEnrollments, generateCredential } from '@signet/contract/issuance/enrollment-actions'
import {
  createEnrollment,
  deleteEnrollments,
  type EnrollmentChange,
  type EnrollmentCredential,
  type EnrollmentForm,
  type EnrollmentSummary,
  enrollStates,
  readEnrollmentCredential,
  readNewEnrollment,
  searchEnrollments,
  summarizeEnrollments,
  updateEnrollment,
} from '@signet/contract/issuance/enrollments'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callForFile, callWithEtag } from '../../../lib/call.ts'
import { saveFile } from '../../../pickers/save-file.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Person = z.output<typeof EnrollmentSummary>
export type Form = z.output<typeof EnrollmentForm>
export type Credential = z.output<typeof EnrollmentCredential>
type Change = z.input<typeof EnrollmentChange>

const subject = 'enrollments'

export const summaryQuery = queryOptions({
  queryKey: [subject, 'summary'],
  queryFn: ({ signal }) => call(summarizeEnrollments, { signal }),
})
export type Workflow = z.output<typeof summarizeEnrollments.answer>[number]

/** The designs, with their people; the list comes whole. */
export const workflowsPageQuery = wholeListQuery<Workflow>({
  subject,
  list: (signal) => call(summarizeEnrollments, { signal }),
  nameOf: ({ name }) => name,
})

/** Where the search looks: everywhere without it. */
export const barcodePlace = 'barcode'
const columnPrefix = 'column:'
export const columnPlace = (name: string): string => `${columnPrefix}${name}`

const sought = (search: string, place: string | undefined) => {
  if (search === '') return {}
  if (place === barcodePlace) return { barcode: search }
  return place?.startsWith(columnPrefix) === true
    ? { fields: [{ field: place.slice(columnPrefix.length), value: search }] }
    : { term: search }
}

const stateOf = (state: string | undefined) => {
  const enrollState = enrollStates.find((each) => each === state)
  return enrollState === undefined ? {} : { enrollState }
}

/** All that a list shows, on whatever page. */
export const matchingOf = (workflowId: string, { search, filters }: ListRequest) => ({
  workflowId,
  ...stateOf(filters.state),
  ...sought(search.trim(), filters.in),
})
export type Matching = ReturnType<typeof matchingOf>

/** Hands the records over to the browser's downloads. */
export const saveAsFile = async (body: Matching): Promise<void> => {
  saveFile(
    'enrollments.csv',
    'text/csv;charset=utf-8',
    await callForFile(exportEnrollments, { body }),
  )
}

/** Hands the card of a record over to the browser's downloads. */
export const saveCard = async (enrollmentId: string): Promise<void> => {
  const file = await callForFile(generateCredential, { params: { enrollmentId } })
  saveFile('card.pdf', 'application/pdf', file)
}

const bodyOf = (workflowId: string, request: ListRequest) => {
  const { sort, cursor, limit } = request
  return {
    ...matchingOf(workflowId, request),
    limit,
    sortBy: sort?.key === 'title' ? ('title' as const) : ('modified' as const),
    descending: sort?.isDescending ?? true,
    ...(cursor === null ? {} : { cursor }),
  }
}

export const peopleQuery = (workflowId: string) => (request: ListRequest) => ({
  queryKey: [subject, 'people', workflowId, request],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(searchEnrollments, { body: bodyOf(workflowId, request), signal }),
})

export const formQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [subject, 'form', workflowId],
    queryFn: ({ signal }) => call(readNewEnrollment, { params: { workflowId }, signal }),
    gcTime: 0,
  })

export const readCredential = (enrollmentId: string) =>
  callWithEtag(readEnrollmentCredential, { params: { enrollmentId } })

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const credentialQuery = (enrollmentId: string) =>
  queryOptions({
    queryKey: [subject, 'one', enrollmentId],
    queryFn: () => readCredential(enrollmentId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to people; each makes the lists stale. */
export const useEnrollmentChanges = () => {
  const client = useQueryClient()
  const onSuccess = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: [subject, 'people'] })
    await client.invalidateQueries({ queryKey: [subject, 'page'] })
  }
  return {
    create: useMutation({
      mutationFn: ({ workflowId, body }: { workflowId: string; body: Change }) =>
        call(createEnrollment, { body: { ...body, workflowId } }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateEnrollment, {
          params: { enrollmentId: id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (ids: readonly string[]) => call(deleteEnrollments, { body: { ids: [...ids] } }),
      onSuccess: (_, ids) => {
        for (const id of ids) client.removeQueries({ queryKey: [subject, 'one', id] })
        return onSuccess()
      },
    }),
  }
}
