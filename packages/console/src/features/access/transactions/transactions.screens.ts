import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const transactionsFeature: Feature = {
  order: 510,
  screens: screensOf(
    { conditions: ['authAccount'], help: 'resourcerules' },
    {
      path: '/settings/transactions',
      title: 'common:pages.transactions',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'access', icon: ReceiptLong },
      page: () => import('./TransactionsPage.tsx'),
    },
    {
      path: '/settings/transactions/:tab',
      title: 'common:pages.transactions',
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./TransactionsPage.tsx'),
    },
    {
      path: '/settings/transactions/items/add',
      title: 'common:pages.addTransactionItem',
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewItemPage.tsx'),
    },
    {
      path: '/settings/transactions/items/:id',
      title: 'common:pages.transactionItem',
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./ItemPage.tsx'),
    },
    {
      path: '/settings/transactions/rules/add',
      title: 'common:pages.addTransactionRule',
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewRulePage.tsx'),
    },
    {
      path: '/settings/transactions/rules/:id',
      title: 'common:pages.transactionRule',
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./RulePage.tsx'),
    },
  ),
}
