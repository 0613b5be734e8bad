export { groupIdsOf } from './groups.repository.ts'
export { expectGroups, groupMembers, groupSets } from './groups.service.ts'
export {
  eventInSight,
  groupsInSight,
  inSight,
  memberOf,
  seesGroup,
  seesMemberOf,
} from './sight.ts'
