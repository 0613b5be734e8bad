import { needsOf } from '@signet/contract/kit/endpoint'
import { undividedTypes } from '@signet/rules/permissions'
import { allRoutes } from '../../app/areas.ts'
import type { Route } from '../../kit/routes.ts'

/*
 * The calls of an administrator who is limited to a group, in parts: each is tried with what belongs
 * to another group, to the tenant as a whole or to another administrator.
 */

const undivided: ReadonlySet<string> = new Set(undividedTypes)

/** Changes to what belongs to no group, by the permission they need. */
export const ofTheWhole: readonly Route[] = allRoutes.filter(({ endpoint }) => {
  const needs = needsOf(endpoint)
  return (
    needs.length > 0 && needs.every(([type, action]) => undivided.has(type) && action !== 'VIEW')
  )
})

/** Calls whose answer may name a person: what they are about is told by their errors. */
export const ofPeople: readonly Route[] = allRoutes.filter(
  (route) =>
    route.endpoint.actor === 'admin' &&
    !ofTheWhole.includes(route) &&
    (route.endpoint.errors.some((code) => code === 'user_not_found') ||
      // A file of tokens names nobody: its groups are tried with the module's own tests.
      /\/(tokens|fidotokens)\/(?!import(?:\/trial)?$)/.test(route.endpoint.path)),
)

/** Calls about several people, who are named in the body. */
export const ofEach: readonly Route[] = allRoutes.filter(({ name }) =>
  /^(update|delete|sync|unsync)Users$/.test(name),
)

/** Whether a call may change something, by its declaration. */
const mayChange = ({ endpoint }: Route): boolean =>
  endpoint.needs !== undefined &&
  (endpoint.audit !== null ||
    ['PUT', 'DELETE', 'PATCH'].includes(endpoint.method) ||
    needsOf(endpoint).some(([, action]) => action !== 'VIEW'))

const known = new Set([...ofPeople, ...ofEach, ...ofTheWhole])

/** Every other call that may change something. */
export const otherChanges: readonly Route[] = allRoutes.filter(
  (route) => mayChange(route) && !known.has(route),
)
