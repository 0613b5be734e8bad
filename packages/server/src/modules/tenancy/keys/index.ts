export { rotateKeys, workOnRotation } from './keys.service.ts'
