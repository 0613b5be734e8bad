export {
  countFailure,
  type Rejection,
  recordRejection,
  rejectCredential,
  rejectionEvent,
  writeRejectionCounts,
} from './rejections.service.ts'
