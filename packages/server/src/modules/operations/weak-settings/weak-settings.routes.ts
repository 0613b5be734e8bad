import * as contract from '@signet/contract/operations/weak-settings'
import { routes } from '../../../kit/routes.ts'
import { list } from './weak-settings.service.ts'

export const weakSettingRoutes = routes(contract, { listWeakSettings: list })
