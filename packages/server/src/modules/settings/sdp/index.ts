export { handOver, takesActivations } from './sdp.service.ts'
