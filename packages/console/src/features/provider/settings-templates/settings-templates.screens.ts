import Tune from '@mui/icons-material/TuneOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const settingsTemplatesFeature: Feature = {
  order: 905,
  screens: screensOf(
    { help: 'tenants', conditions: ['serviceProvider'], needs: ['TENANTS', 'VIEW'] },
    {
      path: '/serviceprovider/settingstemplates',
      title: 'common:pages.settingsTemplates',
      menu: { group: 'provider', icon: Tune },
      page: () => import('./TemplatesPage.tsx'),
    },
    {
      path: '/serviceprovider/settingstemplates/add',
      title: 'common:pages.addSettingsTemplate',
      needs: ['TENANTS', 'ADD'],
      page: () => import('./NewTemplatePage.tsx'),
    },
    {
      path: '/serviceprovider/settingstemplates/:id/:tab?',
      title: 'common:pages.settingsTemplate',
      page: () => import('./TemplatePage.tsx'),
    },
    {
      path: '/serviceprovider/settingsrollouts/:id',
      title: 'common:pages.settingsRollout',
      page: () => import('./RolloutPage.tsx'),
    },
  ),
}
