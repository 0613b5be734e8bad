export { sdpRoutes } from './sdp.routes.ts'
export { handOver, takesActivations } from './sdp.service.ts'
