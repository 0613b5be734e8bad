import * as contract from '@signet/contract/settings/passkey-domain'
import { routes } from '../../../kit/routes.ts'
import { changeDomain, readDomain } from './domain.service.ts'

export const passkeyDomainRoutes = routes(contract, {
  readPasskeyDomain: readDomain,
  updatePasskeyDomain: (ctx, { body }) => changeDomain(ctx, body.domain),
})
