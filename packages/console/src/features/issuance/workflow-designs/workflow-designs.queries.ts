import { listCredentialDesigns } from '@signet/contract/issuance/credential-designs'
import {
  createWorkflowDesign,
  deleteWorkflowDesign,
  listWorkflowDesigns,
  type NewWorkflowDesign,
  readWorkflowDesign,
  updateWorkflowDesign,
  type WorkflowDesign,
  type WorkflowDesignChange,
  type WorkflowDesignSummary,
} from '@signet/contract/issuance/workflow-designs'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ListRequest } from '../../../kit/list-state.ts'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListPage } from '../../../pickers/whole-list.ts'

export type WorkflowRow = z.output<typeof WorkflowDesignSummary>
export type WorkflowDetail = z.output<typeof WorkflowDesign>

const subject = 'workflow-designs'

const fits =
  (search: string) =>
  ({ name, description, credentialDesignName }: WorkflowRow): boolean =>
    `${name} ${description ?? ''} ${credentialDesignName}`
      .toLocaleLowerCase()
      .includes(search.trim().toLocaleLowerCase())

/** The list comes whole. */
export const workflowsPageQuery = (request: ListRequest) => ({
  queryKey: [subject, 'page', request],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const all = await call(listWorkflowDesigns, { signal })
    return wholeListPage(all.filter(fits(request.search)), request, ({ name }) => name)
  },
})

/** The cards that an enrollment can be about. */
export const cardsQuery = queryOptions({
  queryKey: [subject, 'cards'],
  queryFn: ({ signal }) => call(listCredentialDesigns, { signal }),
})

export const readWorkflow = (workflowId: string): Promise<Tagged<WorkflowDetail>> =>
  callWithEtag(readWorkflowDesign, { params: { workflowId } })

const keyOf = (id: string) => [subject, 'one', id]

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: () => readWorkflow(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

interface Save {
  readonly id: string
  readonly body: z.input<typeof WorkflowDesignChange>
  readonly etag: string | null
}

/** Changes to designs; each makes the list stale. */
export const useWorkflowChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject, 'page'] })
  return {
    create: useMutation({
      mutationFn: (body: z.input<typeof NewWorkflowDesign>) => call(createWorkflowDesign, { body }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        callWithEtag(updateWorkflowDesign, {
          params: { workflowId: id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (workflowId: string) => call(deleteWorkflowDesign, { params: { workflowId } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return onSuccess()
      },
    }),
  }
}
