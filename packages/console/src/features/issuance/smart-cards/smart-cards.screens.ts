import Contactless from '@mui/icons-material/ContactlessOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { cardsPath } from './smart-card-paths.ts'

const common = {
  needs: ['SMARTCARDS', 'VIEW'],
  conditions: ['issuanceAccount'],
  help: 'smartcards',
} as const
const ofList = {
  ...common,
  title: 'common:pages.smartCards',
  page: () => import('./SmartCardsPage.tsx'),
} as const

export const smartCardsFeature: Feature = {
  order: 330,
  screens: [
    { ...ofList, path: cardsPath, menu: { group: 'cards', icon: Contactless } },
    { ...ofList, path: `${cardsPath}/:tab`, parent: cardsPath },
    {
      ...common,
      path: `${cardsPath}/edit/:id`,
      title: 'common:pages.smartCard',
      parent: cardsPath,
      page: () => import('./SmartCardPage.tsx'),
    },
  ],
}
