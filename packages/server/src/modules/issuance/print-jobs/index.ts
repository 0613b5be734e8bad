export { createPrintDispatcher, type PrintDispatcher } from './dispatcher.ts'
export { enrollmentPrintRoutes } from './enrollment-prints.routes.ts'
export { printJobRoutes, printQueueRoutes } from './print-jobs.routes.ts'
export { printOne as printEnrollment, printSample, printSets } from './printing.service.ts'
