export {
  type Rejection,
  recordRejection,
  rejectionEvent,
  writeRejectionCounts,
} from './rejections.service.ts'
