import {
  createFlashPassDesign,
  deleteFlashPassDesign,
  FlashPassDesign,
  type FlashPassDesignChange,
  type FlashPassDesignSummary,
  readDefaultPassFields,
  readFlashPassCredits,
  readFlashPassDesign,
  summarizeFlashPassDesigns,
  updateFlashPassDesign,
} from '@signet/contract/issuance/flash-pass-designs'
import { listWorkflowDesigns } from '@signet/contract/issuance/workflow-designs'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithEtag, type Tagged } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type PassDesignRow = z.output<typeof FlashPassDesignSummary>
export type PassDesign = z.output<typeof FlashPassDesign>
export type Change = z.output<typeof FlashPassDesignChange>

const subject = 'flash-pass-designs'

/** The list comes whole. */
export const passDesignsQuery = wholeListQuery<PassDesignRow>({
  subject,
  list: (signal) => call(summarizeFlashPassDesigns, { signal }),
  nameOf: ({ name }) => name,
})

export const creditsQuery = queryOptions({
  queryKey: [subject, 'credits'],
  queryFn: ({ signal }) => call(readFlashPassCredits, { signal }),
})

/** The enrollment designs that a pass can be about. */
export const workflowsQuery = queryOptions({
  queryKey: [subject, 'workflows'],
  queryFn: ({ signal }) => call(listWorkflowDesigns, { signal }),
})

export const readDesign = async (id: string): Promise<Tagged<PassDesign>> => {
  const params = { mobileFlashPassDesignId: id }
  const { value, etag } = await callWithEtag(readFlashPassDesign, { params })
  return { value: FlashPassDesign.parse(value), etag }
}

const keyOf = (id: string) => [subject, 'one', id]

/** What somebody edits is not replaced behind their back; If-Match finds another's change. */
export const passDesignQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: () => readDesign(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

interface Begun {
  readonly name: string
  readonly workflowId: string
}

/** As the fields of the enrollment suggest, in quiet colours. */
const create = async ({ name, workflowId }: Begun) => {
  const begun = await call(readDefaultPassFields, { query: { workflowId } })
  const body = {
    ...begun,
    name,
    workflowId,
    wallets: ['APPLE' as const, 'GOOGLE' as const],
    title: name.slice(0, 40),
    backgroundColour: '#1f3a5f',
    textColour: '#ffffff',
    labelColour: '#c8d6e5',
    barcodeFormat: begun.barcodeValue === '' ? ('None' as const) : ('QR Code' as const),
  }
  return call(createFlashPassDesign, { body })
}

interface Save {
  readonly id: string
  readonly body: Change
  readonly etag: string | null
}

/** Changes to designs; each makes the list stale. */
export const usePassDesignChanges = () => {
  const client = useQueryClient()
  const onSuccess = (): Promise<void> => client.invalidateQueries({ queryKey: [subject] })
  return {
    create: useMutation({ mutationFn: create, onSuccess }),
    save: useMutation({
      mutationFn: ({ id, body, etag }: Save) =>
        call(updateFlashPassDesign, {
          params: { mobileFlashPassDesignId: id },
          body,
          ifMatch: etag ?? undefined,
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) =>
        call(deleteFlashPassDesign, { params: { mobileFlashPassDesignId: id } }),
      onSuccess: (_, id) => {
        client.removeQueries({ queryKey: keyOf(id) })
        return client.invalidateQueries({ queryKey: [subject, 'page'] })
      },
    }),
  }
}
