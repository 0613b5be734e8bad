import Science from '@mui/icons-material/ScienceOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/whatifs'
const common = {
  conditions: ['notHiddenFeatureG', 'notFleetOnly', 'groupManagementAll'],
  needs: ['CONTEXTRULES', 'VIEW'],
  help: 'resourcerules',
} as const

export const whatIfsFeature: Feature = {
  order: 120,
  screens: [
    {
      ...common,
      path: list,
      title: 'common:pages.whatIfs',
      menu: { group: 'access', icon: Science },
      page: () => import('./WhatIfsPage.tsx'),
    },
    {
      ...common,
      path: '/whatifs/:id/:tab?',
      title: 'common:pages.whatIf',
      parent: list,
      page: () => import('./WhatIfPage.tsx'),
    },
  ],
}
