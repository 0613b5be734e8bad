import * as contract from '@signet/contract/settings/http-connectors'
import { resultItemsOf } from '@signet/rules/connector-results'
import { placeholdersFor } from '@signet/rules/connectors'
import { routes } from '../../../kit/routes.ts'
import { tryConnector } from './test-call.service.ts'

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const httpConnectorRoutes = routes(contract, {
  listConnectorPlaceholders: (_ctx, { body }) =>
    placeholdersFor(body.use).map((name) => ({ placeholder: `{{${name}}}` })),
  listConnectorResultItems: (_ctx, { body }) => [...resultItemsOf(parsed(body.answer))],
  testConnector: (ctx, { body }) => tryConnector(ctx, body),
})
