import People from '@mui/icons-material/PeopleOutlined'
import { type Feature, type PaletteSource, screensOf } from '../../../kit/screen.ts'

/** Loaded with the first search: no page waits for it. */
const findUsers: PaletteSource['find'] = async (typed, signal) =>
  (await import('./users.queries.ts')).findUsers(typed, signal)

export const usersFeature: Feature = {
  order: 30,
  screens: screensOf(
    { help: 'users' },
    {
      path: '/users',
      title: 'common:pages.users',
      needs: ['USERS', 'VIEW'],
      menu: { group: 'users', icon: People, letter: 'u' },
      page: () => import('./UsersPage.tsx'),
    },
    {
      path: '/user/add',
      title: 'common:pages.addUser',
      needs: ['USERS', 'ADD'],
      page: () => import('./NewUserPage.tsx'),
    },
    {
      path: '/user/:userId/:tab?',
      title: 'common:pages.user',
      needs: ['USERS', 'VIEW'],
      page: () => import('./UserPage.tsx'),
    },
  ),
  palette: [{ heading: 'common:pages.users', needs: ['USERS', 'VIEW'], find: findUsers }],
}
