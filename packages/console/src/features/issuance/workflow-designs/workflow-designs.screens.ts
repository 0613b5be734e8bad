import Assignment from '@mui/icons-material/AssignmentIndOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { newWorkflowPath, workflowsPath } from './workflow-paths.ts'

const common = {
  conditions: ['issuanceAccount', 'notDirectLocked'],
  help: 'enrollmentdesigns',
} as const

export const workflowDesignsFeature: Feature = {
  screens: [
    {
      ...common,
      path: workflowsPath,
      title: 'common:pages.enrollmentDesigns',
      needs: ['ENROLLMENTDESIGNS', 'VIEW'],
      menu: { group: 'issuance', icon: Assignment },
      page: () => import('./WorkflowDesignsPage.tsx'),
    },
    {
      ...common,
      path: newWorkflowPath,
      title: 'common:pages.addEnrollmentDesign',
      parent: workflowsPath,
      needs: ['ENROLLMENTDESIGNS', 'ADD'],
      page: () => import('./NewWorkflowDesignPage.tsx'),
    },
    {
      ...common,
      path: '/enrollmentdesign/edit/:workflowId',
      title: 'common:pages.editEnrollmentDesign',
      parent: workflowsPath,
      needs: ['ENROLLMENTDESIGNS', 'EDIT'],
      page: () => import('./EditWorkflowDesignPage.tsx'),
    },
  ],
}
