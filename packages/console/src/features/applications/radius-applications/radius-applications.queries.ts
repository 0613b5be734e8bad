import { listRadiusAgents } from '@signet/contract/applications/radius-agents'
import {
  createRadiusApplication,
  deleteRadiusApplication,
  generateRadiusSecret,
  type RadiusApplication,
  readRadiusApplication,
  updateRadiusApplication,
} from '@signet/contract/applications/radius-applications'
import {
  listRadiusSessions,
  type RadiusSession,
} from '@signet/contract/applications/radius-sessions'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'

export type Application = z.output<typeof RadiusApplication>
export type Session = z.output<typeof RadiusSession>

export const radiusPath = (id: string): string => `/applications/radius/RADIUS/${id}`

const subject = 'radius-applications'

export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [subject, 'sessions', id],
    queryFn: ({ signal }) => call(listRadiusSessions, { params: { id }, signal }),
  })

/** Whoever may not see agents chooses none. */
export const agentNamesQuery = queryOptions({
  queryKey: ['radius-agents', 'all'],
  queryFn: ({ signal }) => call(listRadiusAgents, { signal }),
})

export const radiusApplications = {
  subject,
  also: [['applications']],
  ...callsOf({
    read: readRadiusApplication,
    create: createRadiusApplication,
    update: updateRadiusApplication,
    remove: deleteRadiusApplication,
  }),
}

export const useSecretRenewal = () =>
  useChange((id: string) => call(generateRadiusSecret, { body: { id } }), [subject])
