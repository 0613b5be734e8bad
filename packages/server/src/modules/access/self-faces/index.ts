export { selfFaceRoutes } from './self-faces.routes.ts'
