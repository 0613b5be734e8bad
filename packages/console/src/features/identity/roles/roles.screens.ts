import Shield from '@mui/icons-material/AdminPanelSettingsOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const rolesFeature: Feature = {
  screens: screensOf(
    { help: 'roles' },
    {
      path: '/roles',
      title: 'common:pages.roles',
      needs: ['ROLES', 'VIEW'],
      menu: { group: 'users', icon: Shield },
      page: () => import('./RolesPage.tsx'),
    },
    {
      path: '/role/add',
      title: 'common:pages.addRole',
      needs: ['ROLES', 'ADD'],
      page: () => import('./NewRolePage.tsx'),
    },
    {
      path: '/role/:roleId/:tab?',
      title: 'common:pages.role',
      needs: ['ROLES', 'VIEW'],
      page: () => import('./RolePage.tsx'),
    },
  ),
}
