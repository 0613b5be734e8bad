import { type Module } from '../../../kit/module.ts'
import { printerSearchRoutes } from './index.ts'

export const printerSearchModule: Module = {
  routes: [printerSearchRoutes],
}
