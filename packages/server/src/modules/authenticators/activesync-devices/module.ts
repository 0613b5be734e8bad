import { type Module } from '../../../kit/module.ts'
import { activeSyncRoutes } from './index.ts'

export const activesyncDevicesModule: Module = {
  routes: [activeSyncRoutes],
}
