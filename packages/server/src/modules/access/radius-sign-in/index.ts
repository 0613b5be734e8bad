export { carriedByRadius } from './carried.ts'
