export { unusableKeys } from './push-keys.ts'
