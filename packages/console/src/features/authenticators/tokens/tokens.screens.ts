import Pin from '@mui/icons-material/PinOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/tokens'
const common = {
  needs: ['TOKENS', 'VIEW'],
  conditions: ['authAccount'],
  help: 'authenticators',
} as const
const ofList = {
  ...common,
  title: 'common:pages.tokens',
  page: () => import('./TokensPage.tsx'),
} as const

export const tokensFeature: Feature = {
  order: 80,
  screens: [
    { ...ofList, path: list, menu: { group: 'authenticators', icon: Pin } },
    { ...ofList, path: `${list}/:tab`, parent: list },
    {
      ...common,
      path: '/token/:tokenId',
      title: 'common:pages.token',
      parent: list,
      page: () => import('./TokenPage.tsx'),
    },
  ],
}
