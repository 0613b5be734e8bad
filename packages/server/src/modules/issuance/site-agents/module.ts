import * as contract from '@signet/contract/issuance/site-agents'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { exchange } from './card-exchanges.service.ts'
import { announce, create, list, listReaders, remove } from './site-agents.service.ts'

export const siteAgentsModule: Module = {
  routes: [
    routes(contract, {
      listSiteAgents: list,
      createSiteAgent: (ctx, { body }) => create(ctx, body),
      deleteSiteAgent: (ctx, { params }) => remove(ctx, params.id),
      listCardReaders: listReaders,
      announceCardReaders: (ctx, { body }) => announce(ctx, body),
      exchangeWithCard: (ctx, { body }) => exchange(ctx, body),
    }),
  ],
  retention: [{ table: 'card_exchanges', column: 'expires_at', graceMillis: 0 }],
  secretColumns: [
    'card_exchanges.sealed_answer',
    'card_exchanges.sealed_command',
    'site_agents.credential_hash',
  ],
}
