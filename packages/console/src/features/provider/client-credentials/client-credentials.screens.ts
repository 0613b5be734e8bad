import Key from '@mui/icons-material/VpnKeyOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const clientCredentialsFeature: Feature = {
  order: 930,
  screens: screensOf(
    { help: 'providercredentials', conditions: ['serviceProvider'] },
    {
      path: '/spclientcredentials',
      title: 'common:pages.clientCredentials',
      needs: ['SPCLIENTCREDENTIALS', 'VIEW'],
      menu: { group: 'provider', icon: Key },
      page: () => import('./ClientsPage.tsx'),
    },
    {
      path: '/spclientcredentials/add',
      title: 'common:pages.addClient',
      needs: ['SPCLIENTCREDENTIALS', 'ADD'],
      page: () => import('./NewClientPage.tsx'),
    },
    {
      path: '/spclientcredentials/:id',
      title: 'common:pages.client',
      needs: ['SPCLIENTCREDENTIALS', 'VIEW'],
      page: () => import('./ClientPage.tsx'),
    },
  ),
}
