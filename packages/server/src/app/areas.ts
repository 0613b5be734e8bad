import * as clientRegistration from '@signet/contract/access/client-registration'
import * as oidcStandard from '@signet/contract/access/oidc-standard'
import * as samlStandard from '@signet/contract/access/saml-standard'
import type { Api } from '@signet/contract/kit/endpoint'
import type { Route } from '../kit/routes.ts'
import { withinGuessBudget } from '../modules/access/guess-budget/index.ts'
import { firstInvitation } from '../modules/access/invitations/index.ts'
import { createMagicLinkDoor } from '../modules/access/magic-links/index.ts'
import { engine, signInRoutes } from '../modules/access/sign-in/index.ts'
import { shownSignUp } from '../modules/access/sign-up/index.ts'
import { createUpstreamDoor } from '../modules/access/upstream-sign-in/index.ts'
import { createCertificateDoor } from '../modules/access/user-certificate-sign-in/index.ts'
import { holdingStatements } from '../modules/access/weakest-ways/index.ts'
import { clearBudgets, listLockouts } from '../modules/authenticators/attempts/index.ts'
import { initialPassword } from '../modules/authenticators/passwords/index.ts'
import { createUserRoutes } from '../modules/identity/users/index.ts'
import { oidcDoor } from '../protocols/oidc/door.ts'
import { samlDoor } from '../protocols/saml/door.ts'
import { leavingFor } from '../protocols/saml/sign-out.ts'
import { modules } from './modules.ts'
import type { Documented } from './openapi/documented.ts'
import { apiOf } from './openapi.ts'
import { withItsRules } from './with-its-rules.ts'

const protocols = { oidc: oidcDoor, saml: samlDoor }

/** Routes that use what the areas above their own provide, by area. */
const assembledRoutes: Readonly<Record<string, readonly (readonly Route[])[]>> = {
  identity: [
    createUserRoutes({
      passwords: initialPassword,
      invitations: firstInvitation,
      lockouts: { list: listLockouts, clear: clearBudgets },
    }),
  ],
  access: [
    signInRoutes(protocols, shownSignUp),
    createMagicLinkDoor(protocols),
    createUpstreamDoor(protocols, leavingFor),
    createCertificateDoor(protocols),
  ],
}

const byArea: readonly (readonly [area: string, routes: readonly Route[]])[] = [
  ...Object.entries(assembledRoutes).map(([area, lists]) => [area, lists.flat()] as const),
  ...Object.entries(modules).map(
    ([area, records]) => [area, records.flatMap(({ routes = [] }) => routes.flat())] as const,
  ),
]

export const allRoutes: readonly Route[] = byArea
  .flatMap(([, routes]) => routes)
  .map(withItsRules)
  .map(withinGuessBudget)
  .map(engine.keepingWaysIn)
  .map(holdingStatements)

/** By method and path, which no two calls share. */
const areas = new Map(
  byArea.flatMap(([area, routes]) =>
    routes.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, area] as const),
  ),
)

const {
  ClientMetadata: _metadata,
  ClientInformation: _information,
  ...registrationCalls
} = clientRegistration

/** With the standards' own endpoints, which their protocols mount. */
export const documentedCalls: readonly Documented[] = [
  ...allRoutes.map(({ name, endpoint }) => ({
    name,
    endpoint,
    area: areas.get(`${endpoint.method} ${endpoint.path}`) ?? 'other',
  })),
  ...Object.entries({ ...oidcStandard, ...registrationCalls, ...samlStandard }).map(
    ([name, endpoint]) => ({ name, endpoint, area: 'standards' }),
  ),
]

/** The area of an operation of one document. */
export const areaOfCall = (api: Api): ((name: string) => string) => {
  const own = documentedCalls.filter(({ endpoint }) => apiOf(endpoint) === api)
  const byName = new Map(own.map(({ name, area }) => [name, area]))
  return (name) => byName.get(name) ?? 'other'
}
