export { type Dispatcher, dispatchLeased } from './leased-turns.ts'
