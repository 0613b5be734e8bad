import { type Module } from '../../../kit/module.ts'
import { printerAlertRoutes } from './index.ts'

export const alertsModule: Module = {
  routes: [printerAlertRoutes],
}
