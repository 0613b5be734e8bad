import Shield from '@mui/icons-material/AdminPanelSettingsOutlined'
import { type Feature, type PaletteSource, screensOf } from '../../../kit/screen.ts'

/** Loaded with the first search: no page waits for it. */
const findRoles: PaletteSource['find'] = async (typed, signal) =>
  (await import('./roles.queries.ts')).findRoles(typed, signal)

export const rolesFeature: Feature = {
  order: 60,
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
  palette: [{ heading: 'common:pages.roles', needs: ['ROLES', 'VIEW'], find: findRoles }],
}
