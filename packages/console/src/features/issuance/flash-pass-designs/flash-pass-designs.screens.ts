import Wallet from '@mui/icons-material/WalletOutlined'
import type { Feature } from '../../../kit/screen.ts'
import { newPassDesignPath, passDesignsPath } from './flash-pass-paths.ts'

const common = {
  conditions: ['issuanceAccount', 'notDirectLocked'],
  help: 'flashpasses',
} as const

export const flashPassDesignsFeature: Feature = {
  screens: [
    {
      ...common,
      path: passDesignsPath,
      title: 'common:pages.flashPassDesigns',
      needs: ['CREDENTIALDESIGNS', 'VIEW'],
      menu: { group: 'issuance', icon: Wallet },
      page: () => import('./FlashPassDesignsPage.tsx'),
    },
    {
      ...common,
      path: newPassDesignPath,
      title: 'common:pages.addFlashPassDesign',
      parent: passDesignsPath,
      needs: ['CREDENTIALDESIGNS', 'ADD'],
      page: () => import('./NewFlashPassDesignPage.tsx'),
    },
    {
      ...common,
      path: '/mobileflashpassdesigns/edit/:designId',
      title: 'common:pages.editFlashPassDesign',
      parent: passDesignsPath,
      needs: ['CREDENTIALDESIGNS', 'EDIT'],
      page: () => import('./EditFlashPassDesignPage.tsx'),
    },
  ],
}
