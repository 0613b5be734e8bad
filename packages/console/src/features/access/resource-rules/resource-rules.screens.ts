import Rule from '@mui/icons-material/RuleOutlined'
import { type Feature, type PaletteSource, screensOf } from '../../../kit/screen.ts'

const conditions = ['notHiddenFeatureG', 'notFleetOnly', 'groupManagementAll'] as const

/** Loaded with the first search: no page waits for it. */
const findRules: PaletteSource['find'] = async (typed, signal) =>
  (await import('./find-rules.ts')).findRules(typed, signal)

export const resourceRulesFeature: Feature = {
  order: 110,
  screens: screensOf(
    {
      conditions,
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
  palette: [
    {
      heading: 'common:pages.resourceRules',
      needs: ['CONTEXTRULES', 'VIEW'],
      conditions,
      find: findRules,
    },
  ],
}
