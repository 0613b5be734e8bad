import { type Module } from '../../../kit/module.ts'
import { samlApplicationRoutes } from './index.ts'

export const samlApplicationsModule: Module = {
  routes: [samlApplicationRoutes],
}
