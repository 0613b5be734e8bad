import Rocket from '@mui/icons-material/RocketLaunchOutlined'
import type { Feature } from '../../../kit/screen.ts'

/** What a new administrator sets up first. */
export const firstStepsFeature: Feature = {
  order: 20,
  screens: [
    {
      path: '/firststeps',
      title: 'common:pages.firstSteps',
      needs: ['SETTINGS', 'EDIT'],
      help: 'admin',
      menu: { group: 'overview', icon: Rocket },
      page: () => import('./FirstStepsPage.tsx'),
    },
  ],
}
