export { selfGridRoutes } from './self-grids.routes.ts'
