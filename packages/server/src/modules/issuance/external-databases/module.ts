import { type Module } from '../../../kit/module.ts'
import { externalDatabaseRoutes } from './index.ts'

export const externalDatabasesModule: Module = {
  routes: [externalDatabaseRoutes],
  secretColumns: ['external_databases.sealed_password'],
}
