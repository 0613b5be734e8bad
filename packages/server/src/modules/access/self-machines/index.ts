export { selfMachineRoutes } from './self-machines.routes.ts'
