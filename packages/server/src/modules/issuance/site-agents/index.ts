export { ReaderFault, withCardReader } from './card-reader.ts'
export { endCardWaiting } from './waiting.ts'
