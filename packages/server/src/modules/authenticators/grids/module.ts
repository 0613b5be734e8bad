import { day, type Module } from '../../../kit/module.ts'
import { gridRoutes } from './index.ts'

export const gridsModule: Module = {
  routes: [gridRoutes],
  retention: [{ table: 'grid_challenges', column: 'expires_at', graceMillis: day }],
  kept: {
    'grids.expires_at': 'the card stays, to be seen and deleted',
  },
  secretColumns: ['grids.sealed_cells'],
  openColumns: ['grids.shown'],
}
