import Assignment from '@mui/icons-material/AssignmentIndOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'
import { newWorkflowPath, workflowsPath } from './workflow-paths.ts'

export const workflowDesignsFeature: Feature = {
  order: 270,
  screens: screensOf(
    {
      conditions: ['issuanceAccount', 'notDirectLocked', 'notMobile'],
      help: 'enrollmentdesigns',
    },
    {
      path: workflowsPath,
      title: 'common:pages.enrollmentDesigns',
      needs: ['ENROLLMENTDESIGNS', 'VIEW'],
      menu: { group: 'cards', icon: Assignment },
      page: () => import('./WorkflowDesignsPage.tsx'),
    },
    {
      path: newWorkflowPath,
      title: 'common:pages.addEnrollmentDesign',
      needs: ['ENROLLMENTDESIGNS', 'ADD'],
      page: () => import('./NewWorkflowDesignPage.tsx'),
    },
    {
      path: '/enrollmentdesign/edit/:workflowId',
      title: 'common:pages.editEnrollmentDesign',
      needs: ['ENROLLMENTDESIGNS', 'EDIT'],
      page: () => import('./EditWorkflowDesignPage.tsx'),
    },
  ),
}
