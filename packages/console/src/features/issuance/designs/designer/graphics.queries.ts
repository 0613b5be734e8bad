import {
  createVariableGraphic,
  deleteVariableGraphic,
  listVariableGraphics,
  readVariableGraphic,
  updateVariableGraphic,
  type VariableGraphicChange,
} from '@signet/contract/issuance/variable-graphics'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { useChange } from '../../../../kit/entity.ts'
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
export const useGraphicChanges = () => ({
  create: useChange((body: Change) => call(createVariableGraphic, { body }), [subject]),
  replace: useChange(
    async ({ id, body }: { readonly id: string; readonly body: Change }) => {
      const { etag } = await callWithEtag(readVariableGraphic, { params: { id } })
      return call(updateVariableGraphic, { params: { id }, body, ifMatch: etag ?? undefined })
    },
    [subject],
  ),
  remove: useChange((id: string) => call(deleteVariableGraphic, { params: { id } }), [subject]),
})
