export {
  isTrusted,
  type Shown,
  type StandingMachine,
  sequenceHash,
  sequenceOf,
} from './machine-standing.ts'
export { machines } from './machines.service.ts'
