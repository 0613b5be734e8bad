import {
  createRadiusAgent,
  deleteRadiusAgent,
  listRadiusAgents,
  type RadiusAgent,
  readRadiusAgent,
  renewRadiusCredential,
  updateRadiusAgent,
} from '@signet/contract/applications/radius-agents'
import type { z } from 'zod'
import { callsOf, useChange } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type Agent = z.output<typeof RadiusAgent>

export const agentsPath = '/applications/agents/radius'
export const agentPath = (id: string): string => `${agentsPath}/${id}`

const subject = 'radius-agents'

export const agentsPageQuery = wholeListQuery<Agent>({
  subject,
  list: (signal) => call(listRadiusAgents, { signal }),
  nameOf: ({ name }) => name,
})

export const agents = {
  subject,
  ...callsOf({
    read: readRadiusAgent,
    create: createRadiusAgent,
    update: updateRadiusAgent,
    remove: deleteRadiusAgent,
  }),
}

export const useCredentialRenewal = () =>
  useChange((id: string) => call(renewRadiusCredential, { params: { id } }), [subject])
