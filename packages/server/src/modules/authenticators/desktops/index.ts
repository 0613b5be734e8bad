export { desktopRoutes } from './desktops.routes.ts'
export { desktops } from './desktops.service.ts'
