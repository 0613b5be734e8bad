export { workOnWriteBack } from './write-back-jobs.ts'
export { listWriteBacks } from './write-backs.repository.ts'
export { noteWriteBacks } from './write-backs.service.ts'
