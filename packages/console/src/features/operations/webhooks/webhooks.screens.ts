import Webhook from '@mui/icons-material/WebhookOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/webhooks'

export const webhooksFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.webhooks',
      needs: ['WEBHOOKS', 'VIEW'],
      help: 'webhooks',
      menu: { group: 'connections', icon: Webhook },
      page: () => import('./WebhooksPage.tsx'),
    },
    {
      path: '/webhooks/add',
      title: 'common:pages.addWebhook',
      parent: list,
      needs: ['WEBHOOKS', 'ADD'],
      help: 'webhooks',
      page: () => import('./NewWebhookPage.tsx'),
    },
    {
      path: '/webhooks/:id/:tab?',
      title: 'common:pages.webhook',
      parent: list,
      needs: ['WEBHOOKS', 'VIEW'],
      help: 'webhooks',
      page: () => import('./WebhookPage.tsx'),
    },
  ],
}
