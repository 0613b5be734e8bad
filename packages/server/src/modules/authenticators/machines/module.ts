import { day, type Module } from '../../../kit/module.ts'
import { machineRoutes } from './index.ts'

export const machinesModule: Module = {
  routes: [machineRoutes],
  retention: [{ table: 'machines', column: 'expires_at', graceMillis: day }],
  secretColumns: ['machines.sequence_hash'],
}
