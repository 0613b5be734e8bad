import { type Module } from '../../../kit/module.ts'
import { resourceApiRoutes } from './index.ts'

export const resourceApisModule: Module = {
  routes: [resourceApiRoutes],
  openColumns: ['resource_apis.access_token_format'],
}
