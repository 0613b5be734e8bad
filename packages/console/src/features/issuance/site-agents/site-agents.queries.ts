import {
  createSiteAgent,
  deleteSiteAgent,
  listSiteAgents,
  type NewSiteAgent,
  type SiteAgent as SiteAgentSchema,
} from '@signet/contract/issuance/site-agents'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type SiteAgent = z.output<typeof SiteAgentSchema>
export type Named = z.output<typeof NewSiteAgent>

const subject = 'site-agents'

const listQuery = wholeListQuery<SiteAgent>({
  subject,
  list: (signal) => call(listSiteAgents, { signal }),
  nameOf: ({ name }) => name,
})

/** Agents come and go: looked at again every few seconds. */
export const agentsPageQuery = (request: Parameters<typeof listQuery>[0]) => ({
  ...listQuery(request),
  refetchInterval: 5000,
})

export const siteAgents = {
  subject,
  create: (body: Named) => call(createSiteAgent, { body }),
  remove: (id: string) => call(deleteSiteAgent, { params: { id } }),
}
