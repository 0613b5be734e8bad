import GroupsIcon from '@mui/icons-material/GroupsOutlined'
import type { Feature, PaletteSource } from '../../../kit/screen.ts'

const list = '/groups'

/** Loaded with the first search: no page waits for it. */
const findGroups: PaletteSource['find'] = async (typed, signal) =>
  (await import('./groups.queries.ts')).findGroups(typed, signal)

export const groupsFeature: Feature = {
  screens: [
    {
      path: list,
      title: 'common:pages.groups',
      needs: ['GROUPS', 'VIEW'],
      help: 'groups',
      menu: { group: 'people', icon: GroupsIcon },
      page: () => import('./GroupsPage.tsx'),
    },
    {
      path: '/groups/add',
      title: 'common:pages.addGroup',
      parent: list,
      needs: ['GROUPS', 'ADD'],
      help: 'groups',
      page: () => import('./NewGroupPage.tsx'),
    },
    {
      path: '/groups/:groupId/:tab?',
      title: 'common:pages.group',
      parent: list,
      needs: ['GROUPS', 'VIEW'],
      help: 'groups',
      page: () => import('./GroupPage.tsx'),
    },
  ],
  palette: [{ heading: 'common:pages.groups', needs: ['GROUPS', 'VIEW'], find: findGroups }],
}
