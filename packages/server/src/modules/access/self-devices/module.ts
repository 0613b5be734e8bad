import { type Module } from '../../../kit/module.ts'
import { selfDeviceRoutes } from './self-devices.routes.ts'

export const selfDevicesModule: Module = {
  routes: [selfDeviceRoutes],
}
