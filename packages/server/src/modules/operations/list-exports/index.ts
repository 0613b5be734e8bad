export { factsOf } from './exported-lists.ts'
export { createExportWork } from './make-list-export.ts'
