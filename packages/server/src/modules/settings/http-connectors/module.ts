import { type Module } from '../../../kit/module.ts'
import { httpConnectorRoutes } from './index.ts'

export const httpConnectorsModule: Module = {
  routes: [httpConnectorRoutes],
  secretColumns: ['http_connectors.sealed_headers', 'http_connectors.sealed_secret'],
}
