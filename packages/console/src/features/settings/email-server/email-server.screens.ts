import Mail from '@mui/icons-material/MailOutlined'
import type { Feature } from '../../../kit/screen.ts'

const page = '/settings/email'
const common = {
  needs: ['SETTINGS', 'VIEW'],
  conditions: ['notHiddenFeatureG'],
  help: 'email',
} as const

export const emailServerFeature: Feature = {
  order: 450,
  screens: [
    {
      ...common,
      path: page,
      title: 'common:pages.emailServer',
      menu: { group: 'branding', icon: Mail },
      page: () => import('./EmailServerPage.tsx'),
    },
    {
      ...common,
      path: `${page}/log`,
      title: 'common:pages.emailLog',
      parent: page,
      page: () => import('./EmailLogPage.tsx'),
    },
    {
      ...common,
      path: `${page}/failed`,
      title: 'common:pages.failedEmails',
      parent: page,
      page: () => import('./FailedEmailsPage.tsx'),
    },
  ],
  sections: async () => [{ path: page, fields: 'settings:email.fields' }],
}
