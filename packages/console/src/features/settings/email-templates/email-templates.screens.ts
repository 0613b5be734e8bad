import Drafts from '@mui/icons-material/DraftsOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

const list = '/emailTemplates'

export const emailTemplatesFeature: Feature = {
  order: 440,
  screens: screensOf(
    { needs: ['EMAILTEMPLATES', 'VIEW'], help: 'emailTemplates' },
    {
      path: list,
      title: 'common:pages.emailTemplates',
      menu: { group: 'branding', icon: Drafts },
      page: () => import('./EmailTemplatesPage.tsx'),
    },
    {
      path: `${list}/:type/:locale`,
      title: 'common:pages.emailTemplate',
      page: () => import('./EmailTemplatePage.tsx'),
    },
    {
      path: `${list}/words`,
      title: 'common:pages.emailWords',
      page: () => import('./EmailWordsPage.tsx'),
    },
  ),
  sections: async () => [
    {
      path: `${list}/words`,
      fields: 'customization:emailTemplates.words',
      only: ['signature', 'support', 'footer'],
    },
  ],
}
