import Drafts from '@mui/icons-material/DraftsOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/emailTemplates'
const common = { needs: ['EMAILTEMPLATES', 'VIEW'], help: 'emailTemplates' } as const

export const emailTemplatesFeature: Feature = {
  screens: [
    {
      ...common,
      path: list,
      title: 'common:pages.emailTemplates',
      menu: { group: 'customization', icon: Drafts },
      page: () => import('./EmailTemplatesPage.tsx'),
    },
    {
      ...common,
      path: `${list}/:type/:locale`,
      title: 'common:pages.emailTemplate',
      parent: list,
      page: () => import('./EmailTemplatePage.tsx'),
    },
    {
      ...common,
      path: `${list}/words`,
      title: 'common:pages.emailWords',
      parent: list,
      page: () => import('./EmailWordsPage.tsx'),
    },
  ],
}
