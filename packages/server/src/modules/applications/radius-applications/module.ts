import { type Module } from '../../../kit/module.ts'
import { radiusApplicationRoutes } from './index.ts'

export const radiusApplicationsModule: Module = {
  routes: [radiusApplicationRoutes],
  secretColumns: ['radius_applications.sealed_secret'],
}
