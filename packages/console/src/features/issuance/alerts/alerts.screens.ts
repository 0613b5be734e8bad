import NotificationImportant from '@mui/icons-material/NotificationImportantOutlined'
import type { Feature, Screen } from '../../../kit/screen.ts'
import { fleetAlertsPath } from './alert-paths.ts'

const page: Omit<Screen, 'path' | 'menu' | 'parent'> = {
  title: 'common:pages.fleetAlerts',
  conditions: ['notAuthAccount', 'hasFleetManagement', 'tier1'],
  needs: ['SETTINGS', 'VIEW'],
  help: 'printers',
  page: () => import('./FleetAlertsPage.tsx'),
}

export const fleetAlertsFeature: Feature = {
  order: 520,
  screens: [
    { ...page, path: fleetAlertsPath, menu: { group: 'cards', icon: NotificationImportant } },
    { ...page, path: '/settings/fmaasalerts/:tab', parent: fleetAlertsPath },
  ],
}
