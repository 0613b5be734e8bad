import {
  changeOwnPassword,
  readOwnPasswordRules,
  validateOwnPassword,
} from '@signet/contract/access/self-authenticators'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'

export type Rules = z.output<(typeof readOwnPasswordRules)['answer']>

export const rulesQuery = queryOptions({
  queryKey: ['self', 'password-rules'],
  queryFn: ({ signal }) => call(readOwnPasswordRules, { signal }),
})

/** What only the service can judge: names, words, breaches, former passwords. */
export const verdictQuery = (password: string) =>
  queryOptions({
    queryKey: ['self', 'password-verdict', password],
    queryFn: ({ signal }) => call(validateOwnPassword, { body: { password }, signal }),
    enabled: password !== '',
    // A password does not stay in memory longer than it is looked at.
    gcTime: 0,
    retry: false,
  })

export const changePassword = (body: z.input<(typeof changeOwnPassword)['body']>) =>
  call(changeOwnPassword, { body })
