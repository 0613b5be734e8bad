import Shield from '@mui/icons-material/AdminPanelSettingsOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/roles'

export const rolesFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.roles',
      needs: ['ROLES', 'VIEW'],
      help: 'roles',
      menu: { group: 'people', icon: Shield },
      page: () => import('./RolesPage.tsx'),
    },
    {
      path: '/role/add',
      title: 'common:pages.addRole',
      parent: list,
      needs: ['ROLES', 'ADD'],
      help: 'roles',
      page: () => import('./NewRolePage.tsx'),
    },
    {
      path: '/role/:roleId/:tab?',
      title: 'common:pages.role',
      parent: list,
      needs: ['ROLES', 'VIEW'],
      help: 'roles',
      page: () => import('./RolePage.tsx'),
    },
  ],
}
