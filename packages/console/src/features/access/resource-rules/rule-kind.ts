import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
  readResourceRule,
  updateResourceRule,
} from '@signet/contract/access/resource-rules'
import { callsOf } from '../../../kit/entity.ts'
import { call } from '../../../lib/call.ts'
import type { DefinitionKind } from '../../../pickers/definitions/definition-kind.ts'
import { RuleFields, ruleLabels } from './RuleFields.tsx'
import {
  emptyRule,
  type Rule,
  RuleForm,
  type TypedRule,
  typedRule,
  type WantedRule,
} from './rule-form.ts'
import { rulePath, rulesPath } from './rule-paths.ts'

export const cloneRulePath = (id: string): string => `${rulesPath}/clone/${id}`
const addRulePath = (resourceId: string): string => `${rulesPath}/add/${resourceId}`

export const ruleKind: DefinitionKind<Rule, TypedRule, WantedRule> = {
  definitions: {
    subject: 'resource-rules',
    list: (signal) => call(listResourceRules, { signal }),
    ...callsOf({
      read: readResourceRule,
      create: createResourceRule,
      update: updateResourceRule,
      remove: deleteResourceRule,
    }),
  },
  words: 'rules',
  entity: 'CONTEXTRULES',
  listPath: rulesPath,
  addPath: addRulePath('USER_PORTAL'),
  pathOf: rulePath,
  titles: {
    list: 'common:pages.resourceRules',
    add: 'common:pages.addResourceRule',
    one: 'common:pages.resourceRule',
  },
  schema: RuleForm,
  empty: emptyRule('USER_PORTAL'),
  typed: typedRule,
  labels: ruleLabels,
  Fields: RuleFields,
}
