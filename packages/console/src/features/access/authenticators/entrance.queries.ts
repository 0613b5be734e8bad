import {
  authenticateContactVerification,
  challengeContactVerification,
} from '@signet/contract/access/contact-verification'
import {
  completeSelfRegistration,
  readSelfRegistration,
  readSelfVerification,
} from '@signet/contract/access/self'
import { readOwnAuthenticators } from '@signet/contract/access/self-authenticators'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'
import type { OwnAuthenticators } from './authenticators.queries.ts'

/** What stands between somebody and the rest of the console. */
export interface Due {
  readonly registration: z.output<(typeof readSelfRegistration)['answer']>
  readonly verification: z.output<(typeof readSelfVerification)['answer']>
  readonly authenticators: OwnAuthenticators
}

export const dueQuery = queryOptions({
  queryKey: ['self', 'authenticators', 'due'],
  queryFn: async ({ signal }): Promise<Due> => {
    const [registration, verification, authenticators] = await Promise.all([
      call(readSelfRegistration, { signal }),
      call(readSelfVerification, { signal }),
      call(readOwnAuthenticators, { signal }),
    ])
    return { registration, verification, authenticators }
  },
})

const email = { attribute: 'email' } as const

export const sendCode = () => call(challengeContactVerification, { body: email })
export const giveCode = (response: string) =>
  call(authenticateContactVerification, { body: { ...email, response } })
export const finishRegistration = () => call(completeSelfRegistration)
