import Webhook from '@mui/icons-material/WebhookOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const webhooksFeature: Feature = {
  order: 370,
  screens: screensOf(
    { help: 'webhooks' },
    {
      path: '/webhooks',
      title: 'common:pages.webhooks',
      needs: ['WEBHOOKS', 'VIEW'],
      menu: { group: 'applications', icon: Webhook },
      page: () => import('./WebhooksPage.tsx'),
    },
    {
      path: '/webhooks/add',
      title: 'common:pages.addWebhook',
      needs: ['WEBHOOKS', 'ADD'],
      page: () => import('./NewWebhookPage.tsx'),
    },
    {
      path: '/webhooks/:id/:tab?',
      title: 'common:pages.webhook',
      needs: ['WEBHOOKS', 'VIEW'],
      page: () => import('./WebhookPage.tsx'),
    },
  ),
}
