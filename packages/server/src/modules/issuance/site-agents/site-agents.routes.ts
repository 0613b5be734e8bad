import * as contract from '@signet/contract/issuance/site-agents'
import { routes } from '../../../kit/routes.ts'
import { exchange } from './card-exchanges.service.ts'
import { announce, create, list, listReaders, remove } from './site-agents.service.ts'

export const siteAgentRoutes = routes(contract, {
  listSiteAgents: list,
  createSiteAgent: (ctx, { body }) => create(ctx, body),
  deleteSiteAgent: (ctx, { params }) => remove(ctx, params.id),
  listCardReaders: listReaders,
  announceCardReaders: (ctx, { body }) => announce(ctx, body),
  exchangeWithCard: (ctx, { body }) => exchange(ctx, body),
})
