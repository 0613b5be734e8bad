import Gavel from '@mui/icons-material/GavelOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { decisionsPath } from '../../../pickers/decisions/decisions.queries.ts'

const common = {
  conditions: ['notHiddenFeatureG', 'notFleetOnly'],
  needs: ['USERS', 'VIEW'],
  help: 'decisions',
} as const

export const decisionsFeature: Feature = {
  order: 140,
  screens: [
    {
      ...common,
      path: decisionsPath,
      title: 'common:pages.decisions',
      menu: { group: 'access', icon: Gavel },
      page: () => import('./DecisionsPage.tsx'),
    },
    {
      ...common,
      path: '/decisions/:id',
      title: 'common:pages.decision',
      parent: decisionsPath,
      page: () => import('./DecisionPage.tsx'),
    },
  ],
}
