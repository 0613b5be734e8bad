import Login from '@mui/icons-material/LoginOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'
import { providersPath } from './identity-providers.queries.ts'

export const identityProvidersFeature: Feature = {
  order: 250,
  screens: screensOf(
    { conditions: ['authAccount', 'idpProxy'], help: 'identityproviders' },
    {
      path: providersPath,
      title: 'common:pages.identityProviders',
      needs: ['IDENTITYPROVIDERS', 'VIEW'],
      menu: { group: 'directories', icon: Login },
      page: () => import('./ProvidersPage.tsx'),
    },
    {
      path: '/identityproviders/oidc/:type/add',
      title: 'common:pages.addIdentityProvider',
      needs: ['IDENTITYPROVIDERS', 'ADD'],
      page: () => import('./NewProviderPage.tsx'),
    },
    {
      path: '/identityproviders/oidc/:identityProviderId',
      title: 'common:pages.identityProvider',
      needs: ['IDENTITYPROVIDERS', 'VIEW'],
      page: () => import('./ProviderPage.tsx'),
    },
    {
      path: '/identityproviders/saml/:type/add',
      title: 'common:pages.addIdentityProvider',
      needs: ['IDENTITYPROVIDERS', 'ADD'],
      page: () => import('./NewSamlProviderPage.tsx'),
    },
    {
      path: '/identityproviders/saml/:identityProviderId',
      title: 'common:pages.identityProvider',
      needs: ['IDENTITYPROVIDERS', 'VIEW'],
      page: () => import('./SamlProviderPage.tsx'),
    },
  ),
}
