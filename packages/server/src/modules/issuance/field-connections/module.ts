import { type Module } from '../../../kit/module.ts'
import { fieldConnectionRoutes } from './index.ts'

export const fieldConnectionsModule: Module = {
  routes: [fieldConnectionRoutes],
  openColumns: ['field_connections.key_column', 'field_connections.key_field_id'],
}
