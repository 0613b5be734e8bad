export { eachRow, removeRows } from './each-row.ts'
