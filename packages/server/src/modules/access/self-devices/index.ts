export { selfDeviceRoutes } from './self-devices.routes.ts'
