export { mobileSdkRoutes } from './mobile-sdk.routes.ts'
