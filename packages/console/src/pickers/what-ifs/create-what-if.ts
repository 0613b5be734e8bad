import { createWhatIf, type WhatIfChange } from '@signet/contract/access/what-ifs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../lib/call.ts'

export type Change = z.input<typeof WhatIfChange>

export const whatIfSubject = 'what-ifs'
const whatIfsPath = '/whatifs'
export const whatIfPath = (id: string): string => `${whatIfsPath}/${id}`

/** Tries a change on the decisions of the last days. */
export const useCreateWhatIf = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => call(createWhatIf, { body: { change } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [whatIfSubject, 'page'] }),
  })
}
