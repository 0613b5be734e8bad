import {
  createVariableGraphic,
  deleteVariableGraphic,
  listVariableGraphics,
  readVariableGraphic,
  updateVariableGraphic,
  type VariableGraphicChange,
} from '@signet/contract/issuance/variable-graphics'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag } from '../../../../lib/call.ts'

type Change = z.input<typeof VariableGraphicChange>

const subject = 'variable-graphics'

/** What is kept, without the pictures. */
export const graphicsQuery = queryOptions({
  queryKey: [subject],
  queryFn: ({ signal }) => call(listVariableGraphics, { signal }),
})

export const readGraphic = (id: string) => call(readVariableGraphic, { params: { id } })

/** Changes to what is kept; each makes the list stale. */
export const useGraphicChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({
      mutationFn: (body: Change) => call(createVariableGraphic, { body }),
      onSuccess,
    }),
    replace: useMutation({
      mutationFn: async ({ id, body }: { readonly id: string; readonly body: Change }) => {
        const { etag } = await callWithEtag(readVariableGraphic, { params: { id } })
        return call(updateVariableGraphic, { params: { id }, body, ifMatch: etag ?? undefined })
      },
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteVariableGraphic, { params: { id } }),
      onSuccess,
    }),
  }
}
