import Rule from '@mui/icons-material/RuleOutlined'
import { type Feature, screensOf } from '../../../kit/screen.ts'

export const resourceRulesFeature: Feature = {
  screens: screensOf(
    {
      conditions: ['notHiddenFeatureG', 'notFleetOnly', 'groupManagementAll'],
      help: 'resourcerules',
    },
    {
      path: '/rules',
      title: 'common:pages.resourceRules',
      needs: ['CONTEXTRULES', 'VIEW'],
      menu: { group: 'access', icon: Rule },
      page: () => import('./ResourceRulesPage.tsx'),
    },
    {
      path: '/rules/add/:applicationId',
      aliases: ['/applications/rules/add/:applicationId'],
      title: 'common:pages.addResourceRule',
      needs: ['CONTEXTRULES', 'ADD'],
      page: () => import('./NewResourceRulePage.tsx'),
    },
    {
      path: '/rules/clone/:resourceRuleId',
      aliases: ['/applications/rules/clone/:resourceRuleId'],
      title: 'common:pages.cloneResourceRule',
      needs: ['CONTEXTRULES', 'ADD'],
      page: () => import('./CloneResourceRulePage.tsx'),
    },
    {
      path: '/rules/edit/:resourceRuleId',
      aliases: ['/applications/rules/edit/:resourceRuleId'],
      title: 'common:pages.resourceRule',
      needs: ['CONTEXTRULES', 'VIEW'],
      page: () => import('./ResourceRulePage.tsx'),
    },
  ),
}
