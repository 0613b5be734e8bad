export { updateContact } from './support.service.ts'
