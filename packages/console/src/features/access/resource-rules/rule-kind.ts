import {
  createResourceRule,
  deleteResourceRule,
  listResourceRules,
  readResourceRule,
  updateResourceRule,
} from '@signet/contract/access/resource-rules'
import { call, callWithEtag } from '../../../lib/call.ts'
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

export const rulesPath = '/rules'
export const rulePath = (id: string): string => `${rulesPath}/edit/${id}`
export const cloneRulePath = (id: string): string => `${rulesPath}/clone/${id}`
export const addRulePath = (resourceId: string): string => `${rulesPath}/add/${resourceId}`

export const ruleKind: DefinitionKind<Rule, TypedRule, WantedRule> = {
  definitions: {
    subject: 'resource-rules',
    list: (signal) => call(listResourceRules, { signal }),
    read: (id, signal) => callWithEtag(readResourceRule, { params: { id }, signal }),
    create: (body) => call(createResourceRule, { body }),
    change: (id, body, etag) =>
      call(updateResourceRule, { params: { id }, body, ifMatch: etag ?? undefined }),
    remove: (id) => call(deleteResourceRule, { params: { id } }),
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
