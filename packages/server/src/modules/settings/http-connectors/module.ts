import * as lent from '@signet/contract/provider/otp-provider-test'
import * as contract from '@signet/contract/settings/http-connectors'
import { resultItemsOf } from '@signet/rules/connector-results'
import { placeholdersFor } from '@signet/rules/connectors'
import type { Module } from '../../../kit/module.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { parsedJson } from '../../../platform/json.ts'
import { tryConnector, tryLent } from './test-call.service.ts'

const httpConnectorRoutes: readonly Route[] = [
  ...routes(contract, {
    listConnectorPlaceholders: (_ctx, { body }) =>
      placeholdersFor(body.use).map((name) => ({ placeholder: `{{${name}}}` })),
    listConnectorResultItems: (_ctx, { body }) => [...resultItemsOf(parsedJson(body.answer))],
    testConnector: (ctx, { body }) => tryConnector(ctx, body),
  }),
  ...routes(lent, {
    testOtpProviders: (ctx, { body }) => tryLent(ctx, body),
  }),
]

export const httpConnectorsModule: Module = {
  routes: [httpConnectorRoutes],
  secretColumns: ['http_connectors.sealed_headers', 'http_connectors.sealed_secret'],
}
