export { presentBelow } from './grants.present.ts'
export { holdLastActive } from './grants.repository.ts'
