import { type Module } from '../../../kit/module.ts'
import { familyRoutes } from './index.ts'

export const familiesModule: Module = {
  routes: [familyRoutes],
  secretColumns: ['settings.sealed'],
}
