import Radar from '@mui/icons-material/RadarOutlined'
import type { Feature, Screen } from '../../../kit/screen.ts'

const list = '/settings/riskengines'
const described = '/settings/riskenginescberes'
const common = {
  conditions: ['authAccount', 'externalRiskEngine'],
  help: 'riskengines',
  parent: list,
} as const

const adding = {
  ...common,
  title: 'common:pages.addRiskEngine',
  needs: ['SETTINGS', 'ADD'],
  page: () => import('./NewRiskEnginePage.tsx'),
} satisfies Partial<Screen>

const editing = {
  ...common,
  title: 'common:pages.riskEngine',
  needs: ['SETTINGS', 'EDIT'],
  page: () => import('./RiskEnginePage.tsx'),
} satisfies Partial<Screen>

export const riskEnginesFeature: Feature = {
  order: 550,
  screens: [
    {
      conditions: common.conditions,
      help: common.help,
      path: list,
      title: 'common:pages.riskEngines',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'access', icon: Radar },
      page: () => import('./RiskEnginesPage.tsx'),
    },
    {
      ...common,
      path: `${list}/add`,
      title: 'common:pages.chooseRiskEngine',
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./ChooseRiskEnginePage.tsx'),
    },
    { ...adding, path: `${list}/:engine/add` },
    { ...editing, path: `${list}/:engine/:id` },
    { ...adding, path: `${described}/add` },
    { ...editing, path: `${described}/:id` },
  ],
}
