import {
  createFlashPassDesign,
  deleteFlashPassDesign,
  FlashPassDesign,
  type FlashPassDesignSummary,
  readDefaultPassFields,
  readFlashPassCredits,
  readFlashPassDesign,
  summarizeFlashPassDesigns,
  updateFlashPassDesign,
} from '@signet/contract/issuance/flash-pass-designs'
import { listWorkflowDesigns } from '@signet/contract/issuance/workflow-designs'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import { call, type Tagged } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type PassDesignRow = z.output<typeof FlashPassDesignSummary>
export type PassDesign = z.output<typeof FlashPassDesign>

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

/** A design may lack what was added since it was saved. */
const whole = ({ value, etag }: Tagged<unknown>): Tagged<PassDesign> => ({
  value: FlashPassDesign.parse(value),
  etag,
})

const calls = callsOf({
  read: readFlashPassDesign,
  create: createFlashPassDesign,
  update: updateFlashPassDesign,
  remove: deleteFlashPassDesign,
})

export const passDesigns = {
  subject,
  read: async (id: string, signal?: AbortSignal) => whole(await calls.read(id, signal)),
  create,
  update: async (save: Parameters<typeof calls.update>[0]) => whole(await calls.update(save)),
  remove: calls.remove,
}
