import { type Module } from '../../../kit/module.ts'
import { selfMachineRoutes } from './self-machines.routes.ts'

export const selfMachinesModule: Module = {
  routes: [selfMachineRoutes],
}
