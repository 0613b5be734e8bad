export { userListJob } from './user-lists.service.ts'
export type { WantedUser } from './user-rows.ts'
export { insertUsers, userSets } from './user-sets.ts'
export { presentUser } from './users.present.ts'
export type { FoundUser } from './users.repository.ts'
export { createUserRoutes } from './users.routes.ts'
export {
  changeBeside,
  findUserByIdentifier,
  readUser,
  refusingDuplicates,
  self,
} from './users.service.ts'
