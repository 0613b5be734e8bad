import { authenticatorsFeature } from './features/access/authenticators/authenticators.screens.ts'
import { profileFeature } from './features/access/profile/profile.screens.ts'
import { oidcApplicationsFeature } from './features/applications/oidc-applications/oidc-applications.screens.ts'
import { usersFeature } from './features/identity/users/users.screens.ts'
import { auditEventsFeature } from './features/operations/audit-events/audit-events.screens.ts'
import { dashboardFeature } from './features/operations/dashboard/dashboard.screens.ts'
import type { Feature } from './kit/screen.ts'

/** What the console consists of, in the order of the menu. One line for each feature. */
export const features: readonly Feature[] = [
  dashboardFeature,
  usersFeature,
  oidcApplicationsFeature,
  auditEventsFeature,
  profileFeature,
  authenticatorsFeature,
]
