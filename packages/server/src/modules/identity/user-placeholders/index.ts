export { placeholdersOfUser } from './user-placeholders.ts'
