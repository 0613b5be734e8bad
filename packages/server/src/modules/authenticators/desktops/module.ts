import { type Module } from '../../../kit/module.ts'
import { desktopRoutes } from './index.ts'

export const desktopsModule: Module = {
  routes: [desktopRoutes],
  kept: {
    'desktops.offline_until': 'the end of its codes, not of the desktop',
  },
  secretColumns: ['desktops.sealed_secret'],
}
