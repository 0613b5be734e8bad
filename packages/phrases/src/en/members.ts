/* Written by `npm run modules`. */
import type attributes from './members/attributes.json'
import type groups from './members/groups.json'
import type many from './members/many.json'
import type membership from './members/membership.json'
import type organizations from './members/organizations.json'
import type risk from './members/risk.json'
import type roles from './members/roles.json'
import type users from './members/users.json'

/** The texts of `en/members/`, by file. */
export interface Members {
  attributes: typeof attributes
  groups: typeof groups
  many: typeof many
  membership: typeof membership
  organizations: typeof organizations
  risk: typeof risk
  roles: typeof roles
  users: typeof users
}
