export { create as createAcr } from './module.ts'
