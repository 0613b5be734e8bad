import Rule from '@mui/icons-material/RuleOutlined'
import type { Feature } from '../../../kit/screen.ts'

const list = '/rules'
const common = {
  conditions: ['notHiddenFeatureG', 'groupManagementAll'],
  help: 'resourcerules',
} as const

export const resourceRulesFeature: Feature = {
  screens: [
    {
      ...common,
      path: list,
      title: 'common:pages.resourceRules',
      needs: ['CONTEXTRULES', 'VIEW'],
      menu: { group: 'access', icon: Rule },
      page: () => import('./ResourceRulesPage.tsx'),
    },
    {
      ...common,
      path: '/rules/add/:applicationId',
      aliases: ['/applications/rules/add/:applicationId'],
      title: 'common:pages.addResourceRule',
      parent: list,
      needs: ['CONTEXTRULES', 'ADD'],
      page: () => import('./NewResourceRulePage.tsx'),
    },
    {
      ...common,
      path: '/rules/clone/:resourceRuleId',
      aliases: ['/applications/rules/clone/:resourceRuleId'],
      title: 'common:pages.cloneResourceRule',
      parent: list,
      needs: ['CONTEXTRULES', 'ADD'],
      page: () => import('./CloneResourceRulePage.tsx'),
    },
    {
      ...common,
      path: '/rules/edit/:resourceRuleId',
      aliases: ['/applications/rules/edit/:resourceRuleId'],
      title: 'common:pages.resourceRule',
      parent: list,
      needs: ['CONTEXTRULES', 'VIEW'],
      page: () => import('./ResourceRulePage.tsx'),
    },
  ],
}
