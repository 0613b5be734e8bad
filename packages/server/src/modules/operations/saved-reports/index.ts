export { lentContext, onBehalfOf, ownerInSight, sightOf } from './lent-rights.ts'
export { makeFiles, workOnReport } from './make-report.ts'
export { findFile, insertReport } from './saved-reports.repository.ts'
export { newReport, storedDefinition } from './saved-reports.service.ts'
