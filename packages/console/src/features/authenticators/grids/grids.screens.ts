import GridOn from '@mui/icons-material/GridOnOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/grids'
const common = {
  title: 'common:pages.grids',
  needs: ['GRIDS', 'VIEW'],
  conditions: ['authAccount'],
  help: 'authenticators',
  page: () => import('./GridsPage.tsx'),
} as const

export const gridsFeature: Feature = {
  order: 90,
  screens: [
    { ...common, path: list, menu: { group: 'authenticators', icon: GridOn } },
    { ...common, path: `${list}/:tab`, parent: list },
  ],
}
