import Wallet from '@mui/icons-material/WalletOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'
import { newPassDesignPath, passDesignsPath } from './flash-pass-paths.ts'

export const flashPassDesignsFeature: Feature = {
  order: 290,
  screens: screensOf(
    {
      conditions: ['issuanceAccount', 'notDirectLocked', 'notMobile'],
      help: 'flashpasses',
    },
    {
      path: passDesignsPath,
      title: 'common:pages.flashPassDesigns',
      needs: ['CREDENTIALDESIGNS', 'VIEW'],
      menu: { group: 'cards', icon: Wallet },
      page: () => import('./FlashPassDesignsPage.tsx'),
    },
    {
      path: newPassDesignPath,
      title: 'common:pages.addFlashPassDesign',
      needs: ['CREDENTIALDESIGNS', 'ADD'],
      page: () => import('./NewFlashPassDesignPage.tsx'),
    },
    {
      path: '/mobileflashpassdesigns/edit/:designId',
      title: 'common:pages.editFlashPassDesign',
      needs: ['CREDENTIALDESIGNS', 'EDIT'],
      page: () => import('./EditFlashPassDesignPage.tsx'),
    },
  ),
}
