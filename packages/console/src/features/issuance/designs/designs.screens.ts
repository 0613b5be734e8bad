import Badge from '@mui/icons-material/BadgeOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { designsPath } from './design-paths.ts'

const common = {
  conditions: ['issuanceAccount', 'notDirectLocked'],
  help: 'credentialdesigns',
} as const

export const designsFeature: Feature = {
  screens: [
    {
      ...common,
      path: designsPath,
      title: 'common:pages.credentialDesigns',
      needs: ['CREDENTIALDESIGNS', 'VIEW'],
      menu: { group: 'issuance', icon: Badge },
      page: () => import('./DesignsPage.tsx'),
    },
    {
      ...common,
      path: '/credentialdesigns/add',
      title: 'common:pages.addCredentialDesign',
      parent: designsPath,
      needs: ['CREDENTIALDESIGNS', 'ADD'],
      page: () => import('./NewDesignPage.tsx'),
    },
    {
      ...common,
      path: '/credentialdesigns/create',
      title: 'common:pages.credentialDesigner',
      parent: designsPath,
      needs: ['CREDENTIALDESIGNS', 'ADD'],
      page: () => import('./CreateDesignPage.tsx'),
    },
    {
      ...common,
      path: '/credentialdesigns/create/:designId',
      title: 'common:pages.credentialDesigner',
      parent: designsPath,
      needs: ['CREDENTIALDESIGNS', 'ADD'],
      page: () => import('./CreateDesignPage.tsx'),
    },
    {
      ...common,
      path: '/credentialdesigns/edit/:designId',
      title: 'common:pages.editCredentialDesign',
      parent: designsPath,
      needs: ['CREDENTIALDESIGNS', 'EDIT'],
      page: () => import('./EditDesignPage.tsx'),
    },
  ],
}
