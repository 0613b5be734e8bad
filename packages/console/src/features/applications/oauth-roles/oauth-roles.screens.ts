import Tag from '@mui/icons-material/SellOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/oauthroles'

export const oauthRolesFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.oauthRoles',
      needs: ['OAUTHROLES', 'VIEW'],
      help: 'oauthroles',
      menu: { group: 'connections', icon: Tag },
      page: () => import('./OauthRolesPage.tsx'),
    },
    {
      path: '/oauthroles/add',
      title: 'common:pages.addOauthRole',
      parent: list,
      needs: ['OAUTHROLES', 'ADD'],
      help: 'oauthroles',
      page: () => import('./NewOauthRolePage.tsx'),
    },
    {
      path: '/oauthroles/:oauthRoleId',
      title: 'common:pages.oauthRole',
      parent: list,
      needs: ['OAUTHROLES', 'VIEW'],
      help: 'oauthroles',
      page: () => import('./OauthRolePage.tsx'),
    },
  ],
}
