export { hasWayIn } from './ways-in.repository.ts'
