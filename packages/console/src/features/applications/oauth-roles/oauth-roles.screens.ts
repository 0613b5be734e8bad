import Tag from '@mui/icons-material/SellOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const oauthRolesFeature: Feature = {
  order: 210,
  screens: screensOf(
    { help: 'oauthroles', conditions: ['notFleetOnly'] },
    {
      path: '/oauthroles',
      title: 'common:pages.oauthRoles',
      needs: ['OAUTHROLES', 'VIEW'],
      menu: { group: 'applications', icon: Tag },
      page: () => import('./OauthRolesPage.tsx'),
    },
    {
      path: '/oauthroles/add',
      title: 'common:pages.addOauthRole',
      needs: ['OAUTHROLES', 'ADD'],
      page: () => import('./NewOauthRolePage.tsx'),
    },
    {
      path: '/oauthroles/:oauthRoleId',
      title: 'common:pages.oauthRole',
      needs: ['OAUTHROLES', 'VIEW'],
      page: () => import('./OauthRolePage.tsx'),
    },
  ),
}
