import { WhatIfChange } from '@signet/contract/access/what-ifs'
import { rbaFamily } from '@signet/contract/settings/rba'
import type { Context } from '../../../kit/context.ts'
import { settingsOf } from '../../settings/families/index.ts'
import { changeAuthenticationFlow } from '../flows/index.ts'
import { ipLists } from '../ip-lists/index.ts'
import { resourceRules } from '../resource-rules/index.ts'
import type { StoredWhatIf } from './what-ifs.repository.ts'

const rba = settingsOf(rbaFamily)

/** Makes the change as its own call would, with the checks and the audit event of that call. */
export const publishChange = async (ctx: Context, row: StoredWhatIf): Promise<void> => {
  const change = WhatIfChange.parse(row.change)
  if (change.kind === 'RBA') {
    await rba.update(ctx, { body: change.settings })
    return
  }
  if (change.kind === 'IP_LIST') {
    await ipLists.change(ctx, change.listId, change.list)
    return
  }
  if (change.kind === 'FLOW') {
    await changeAuthenticationFlow(ctx, change.flowId, change.flow)
    return
  }
  const { ruleId, rule } = change
  if (rule === null) {
    if (ruleId !== null) await resourceRules.remove(ctx, ruleId)
    return
  }
  if (ruleId === null) await resourceRules.create(ctx, rule)
  else await resourceRules.change(ctx, ruleId, rule)
}
