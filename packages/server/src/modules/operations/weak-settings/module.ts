import * as contract from '@signet/contract/operations/weak-settings'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { list } from './weak-settings.service.ts'

export const weakSettingsModule: Module = {
  routes: [routes(contract, { listWeakSettings: list })],
}
