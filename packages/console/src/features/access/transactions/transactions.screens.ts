import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/settings/transactions'
const common = { conditions: ['authAccount'], help: 'resourcerules' } as const

export const transactionsFeature: Feature = {
  screens: [
    {
      ...common,
      path: list,
      title: 'common:pages.transactions',
      needs: ['SETTINGS', 'VIEW'],
      menu: { group: 'settings', icon: ReceiptLong },
      page: () => import('./TransactionsPage.tsx'),
    },
    {
      ...common,
      path: '/settings/transactions/:tab',
      title: 'common:pages.transactions',
      parent: list,
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./TransactionsPage.tsx'),
    },
    {
      ...common,
      path: '/settings/transactions/items/add',
      title: 'common:pages.addTransactionItem',
      parent: list,
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewItemPage.tsx'),
    },
    {
      ...common,
      path: '/settings/transactions/items/:id',
      title: 'common:pages.transactionItem',
      parent: list,
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./ItemPage.tsx'),
    },
    {
      ...common,
      path: '/settings/transactions/rules/add',
      title: 'common:pages.addTransactionRule',
      parent: list,
      needs: ['SETTINGS', 'ADD'],
      page: () => import('./NewRulePage.tsx'),
    },
    {
      ...common,
      path: '/settings/transactions/rules/:id',
      title: 'common:pages.transactionRule',
      parent: list,
      needs: ['SETTINGS', 'VIEW'],
      page: () => import('./RulePage.tsx'),
    },
  ],
}
