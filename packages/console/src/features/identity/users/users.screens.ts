import People from '@mui/icons-material/PeopleOutlined'
import type { Feature, PaletteSource } from '../../../kit/screen.ts'

const list = '/users'

/** Loaded with the first search: no page waits for it. */
const findUsers: PaletteSource['find'] = async (typed, signal) =>
  (await import('./users.queries.ts')).findUsers(typed, signal)

export const usersFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.users',
      needs: ['USERS', 'VIEW'],
      help: 'users',
      menu: { group: 'people', icon: People, letter: 'u' },
      page: () => import('./UsersPage.tsx'),
    },
    {
      path: '/user/add',
      title: 'common:pages.addUser',
      parent: list,
      needs: ['USERS', 'ADD'],
      help: 'users',
      page: () => import('./NewUserPage.tsx'),
    },
    {
      path: '/user/:userId/:tab?',
      title: 'common:pages.user',
      parent: list,
      needs: ['USERS', 'VIEW'],
      help: 'users',
      page: () => import('./UserPage.tsx'),
    },
  ],
  palette: [{ heading: 'common:pages.users', needs: ['USERS', 'VIEW'], find: findUsers }],
}
