export { printOne as printEnrollment, printSets } from './printing.service.ts'
export { createPrintDispatcher } from './worker/dispatcher.ts'
export { stepJob as stepPrint } from './worker/steps.ts'
