import { type Module } from '../../../kit/module.ts'
import { whatIfRoutes } from './index.ts'

export const whatIfsModule: Module = {
  routes: [whatIfRoutes],
  retention: [{ table: 'what_ifs', column: 'expires_at', graceMillis: 0 }],
  kept: {
    'what_ifs.ended_at': 'swept by the check’s own end',
  },
}
