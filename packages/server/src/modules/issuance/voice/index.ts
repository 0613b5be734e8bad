export { voiceRoutes } from './voice.routes.ts'
