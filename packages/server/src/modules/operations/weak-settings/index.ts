export { weakSettingRoutes } from './weak-settings.routes.ts'
