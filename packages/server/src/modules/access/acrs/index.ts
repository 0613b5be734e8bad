export { create as createAcr } from './acrs.service.ts'
