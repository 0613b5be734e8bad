import { type Module } from '../../../kit/module.ts'
import { softTokenAppRoutes } from './index.ts'

export const softTokenAppsModule: Module = {
  routes: [softTokenAppRoutes],
}
