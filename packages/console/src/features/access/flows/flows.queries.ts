import { listAcrs } from '@signet/contract/access/acrs'
import {
  type AuthenticationFlow,
  createAuthenticationFlow,
  deleteAuthenticationFlow,
  listAuthenticationFlows,
  readAuthenticationFlow,
  updateAuthenticationFlow,
} from '@signet/contract/access/authentication-flows'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Flow = z.output<typeof AuthenticationFlow>

export const flowsPath = '/authenticationflow'
export const flowPath = (id: string): string => `${flowsPath}/edit/${id}`

export const clonePath = (id: string): string => `${flowsPath}/clone/${id}`

const subject = 'authentication-flows'

/** The list comes whole, those of the service first. */
export const flowsQuery = wholeListQuery<Flow>({
  subject,
  list: (signal) => call(listAuthenticationFlows, { signal }),
  wordsOf: ({ name, description }) => [name, description],
})

/** Flows to begin with. */
export const allFlowsQuery = queryOptions({
  queryKey: [subject, 'page', 'all'],
  queryFn: ({ signal }) => call(listAuthenticationFlows, { signal }),
})

/** What flows may reach. */
export const reachableQuery = queryOptions({
  queryKey: ['acrs', 'all'],
  queryFn: ({ signal }) => call(listAcrs, { signal }),
})

export const flows = {
  subject,
  also: [['acrs']],
  ...callsOf({
    read: readAuthenticationFlow,
    create: createAuthenticationFlow,
    update: updateAuthenticationFlow,
    remove: deleteAuthenticationFlow,
  }),
}
