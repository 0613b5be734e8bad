import Login from '@mui/icons-material/LoginOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { providersPath } from './identity-providers.queries.ts'

const common = { conditions: ['authAccount', 'idpProxy'], help: 'identityproviders' } as const

export const identityProvidersFeature: Feature = {
  screens: [
    {
      ...common,
      path: providersPath,
      title: 'common:pages.identityProviders',
      needs: ['IDENTITYPROVIDERS', 'VIEW'],
      menu: { group: 'connections', icon: Login },
      page: () => import('./ProvidersPage.tsx'),
    },
    {
      ...common,
      path: '/identityproviders/oidc/:type/add',
      title: 'common:pages.addIdentityProvider',
      parent: providersPath,
      needs: ['IDENTITYPROVIDERS', 'ADD'],
      page: () => import('./NewProviderPage.tsx'),
    },
    {
      ...common,
      path: '/identityproviders/oidc/:identityProviderId',
      title: 'common:pages.identityProvider',
      parent: providersPath,
      needs: ['IDENTITYPROVIDERS', 'VIEW'],
      page: () => import('./ProviderPage.tsx'),
    },
    {
      ...common,
      path: '/identityproviders/saml/:type/add',
      title: 'common:pages.addIdentityProvider',
      parent: providersPath,
      needs: ['IDENTITYPROVIDERS', 'ADD'],
      page: () => import('./NewSamlProviderPage.tsx'),
    },
    {
      ...common,
      path: '/identityproviders/saml/:identityProviderId',
      title: 'common:pages.identityProvider',
      parent: providersPath,
      needs: ['IDENTITYPROVIDERS', 'VIEW'],
      page: () => import('./SamlProviderPage.tsx'),
    },
  ],
}
