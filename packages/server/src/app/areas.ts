import type { Route } from '../kit/routes.ts'
import { passwordResetRoutes } from '../modules/access/password-reset/index.ts'
import { selfAuthenticatorRoutes } from '../modules/access/self-authenticators/index.ts'
import { selfUserRoutes } from '../modules/access/self-user/index.ts'
import { setupRoutes } from '../modules/access/setup/index.ts'
import { signInRoutes } from '../modules/access/sign-in/index.ts'
import { oidcApplicationRoutes } from '../modules/applications/oidc-applications/index.ts'
import { templateRoutes } from '../modules/applications/templates/templates.routes.ts'
import { clearBudgets, listLockouts } from '../modules/authenticators/attempts/index.ts'
import { fidoRoutes } from '../modules/authenticators/fido/index.ts'
import { initialPassword, passwordRoutes } from '../modules/authenticators/passwords/index.ts'
import { recoveryCodeRoutes } from '../modules/authenticators/recovery-codes/index.ts'
import { tokenRoutes } from '../modules/authenticators/tokens/index.ts'
import { userAuthenticatorRoutes } from '../modules/authenticators/user-authenticators/index.ts'
import { roleRoutes } from '../modules/identity/roles/index.ts'
import { createUserRoutes } from '../modules/identity/users/index.ts'
import { auditEventRoutes } from '../modules/operations/audit-events/index.ts'
import { reportRoutes } from '../modules/operations/reports/index.ts'
import { uiErrorRoutes } from '../modules/operations/ui-errors/ui-errors.routes.ts'
import { accountRoutes } from '../modules/tenancy/accounts/accounts.routes.ts'
import { sessionRoutes } from '../modules/tenancy/sessions/index.ts'
import { subscriberRoutes } from '../modules/tenancy/subscribers/subscribers.routes.ts'
import { oidcDoor } from '../protocols/oidc/door.ts'
import { oidcInteractionRoutes } from '../protocols/oidc/interactions.routes.ts'

/** Users show and change what the areas above them know of a person. */
const userRoutes = createUserRoutes({
  passwords: initialPassword,
  lockouts: { list: listLockouts, clear: clearBudgets },
})

/** The product, area by area, from the ground up: each area lists its modules. */
export const areas: Readonly<Record<string, readonly (readonly Route[])[]>> = {
  tenancy: [accountRoutes, sessionRoutes, subscriberRoutes],
  identity: [userRoutes, roleRoutes],
  authenticators: [
    passwordRoutes,
    tokenRoutes,
    fidoRoutes,
    recoveryCodeRoutes,
    userAuthenticatorRoutes,
  ],
  applications: [oidcApplicationRoutes, templateRoutes],
  access: [
    signInRoutes({ oidc: oidcDoor }),
    setupRoutes,
    passwordResetRoutes,
    selfAuthenticatorRoutes,
    selfUserRoutes,
  ],
  operations: [auditEventRoutes, reportRoutes, uiErrorRoutes],
  protocols: [oidcInteractionRoutes],
}

export const allRoutes: readonly Route[] = Object.values(areas).flat(2)
