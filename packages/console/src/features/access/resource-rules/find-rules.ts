import { listResourceRules } from '@signet/contract/access/resource-rules'
import { nameSought } from '../../../kit/name-sought.ts'
import type { PaletteItem } from '../../../kit/screen.ts'
import { call } from '../../../lib/call.ts'
import { loadTexts } from '../../../lib/i18n.ts'
import { ruleNameNow } from '../../../pickers/rules/rule-name.ts'
import { rulePath } from './rule-paths.ts'

/** Resource rules for the palette. */
export const findRules = async (
  typed: string,
  signal: AbortSignal,
): Promise<readonly PaletteItem[]> => {
  const [found] = await Promise.all([
    call(listResourceRules, { query: nameSought(typed), signal }),
    loadTexts(['resource']),
  ])
  return found.map((rule) => ({ id: rule.id, label: ruleNameNow(rule), to: rulePath(rule.id) }))
}
