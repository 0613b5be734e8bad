import Speed from '@mui/icons-material/SpeedOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const rateLimitingFeature: Feature = {
  order: 910,
  screens: screensOf(
    { help: 'ratelimiting', conditions: ['serviceProvider'], needs: ['RATELIMITING', 'VIEW'] },
    {
      path: '/RateLimiting',
      title: 'common:pages.rateLimiting',
      menu: { group: 'provider', icon: Speed },
      page: () => import('./RateLimitingPage.tsx'),
    },
    {
      path: '/ratelimiting/add',
      title: 'common:pages.addRateLimit',
      needs: ['RATELIMITING', 'ADD'],
      page: () => import('./NewRateLimitPage.tsx'),
    },
    {
      path: '/ratelimiting/edit/:id',
      title: 'common:pages.editRateLimit',
      needs: ['RATELIMITING', 'EDIT'],
      page: () => import('./EditRateLimitPage.tsx'),
    },
    {
      path: '/ratelimiting/:id',
      title: 'common:pages.rateLimit',
      page: () => import('./RateLimitPage.tsx'),
    },
  ),
}
