import { type Module } from '../../../kit/module.ts'
import { reportRoutes } from './index.ts'

export const reportsModule: Module = {
  routes: [reportRoutes],
}
