import EventRepeat from '@mui/icons-material/EventRepeatOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const scheduledTasksFeature: Feature = {
  order: 400,
  screens: screensOf(
    { help: 'scheduledtasks' },
    {
      path: '/scheduledTasks',
      title: 'common:pages.scheduledTasks',
      needs: ['SCHEDULEDTASKS', 'VIEW'],
      menu: { group: 'reports', icon: EventRepeat },
      page: () => import('./ScheduledTasksPage.tsx'),
    },
    {
      path: '/scheduledTasks/add',
      title: 'common:pages.addScheduledTask',
      needs: ['SCHEDULEDTASKS', 'ADD'],
      page: () => import('./NewTaskPage.tsx'),
    },
    {
      path: '/scheduledTasks/:id/:tab?',
      title: 'common:pages.scheduledTask',
      needs: ['SCHEDULEDTASKS', 'VIEW'],
      page: () => import('./TaskPage.tsx'),
    },
  ),
}
