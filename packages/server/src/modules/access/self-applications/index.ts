export { selfApplicationRoutes } from './self-applications.routes.ts'
