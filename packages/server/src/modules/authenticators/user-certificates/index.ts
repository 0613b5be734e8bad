export { ownerOfPresented } from './owners.ts'
export { isTrusted } from './trust.ts'
