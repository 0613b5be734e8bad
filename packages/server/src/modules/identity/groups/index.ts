export {
  insertMemberships,
  listMembershipsOf,
  removeMemberships,
} from './group-members.repository.ts'
export { groupSets } from './group-sets.ts'
export { groupRoutes } from './groups.routes.ts'
export { expectGroups } from './groups.service.ts'
export {
  eventInSight,
  groupsInSight,
  inSight,
  memberOf,
  seesGroup,
  seesMemberOf,
} from './sight.ts'
