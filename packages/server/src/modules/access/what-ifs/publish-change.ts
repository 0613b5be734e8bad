import { WhatIfChange } from '@signet/contract/access/what-ifs'
import { generalFamily } from '@signet/contract/settings/general'
import { lockoutFamily } from '@signet/contract/settings/lockout'
import { rbaFamily } from '@signet/contract/settings/rba'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { settingsOf } from '../../settings/families/index.ts'
import { changeAuthenticationFlow } from '../flows/index.ts'
import { ipLists } from '../ip-lists/index.ts'
import { resourceRules } from '../resource-rules/index.ts'
import type { StoredWhatIf } from './what-ifs.repository.ts'

const rba = settingsOf(rbaFamily)
const general = settingsOf(generalFamily)
const lockout = settingsOf(lockoutFamily)

type Lockouts = Extract<z.output<typeof WhatIfChange>, { readonly kind: 'LOCKOUT' }>['settings']

/** Only what was tried: the rest of both families stays. */
const publishLockouts = async (
  ctx: Context,
  { authenticators, ...ofPasswords }: Lockouts,
): Promise<void> => {
  if (Object.keys(ofPasswords).length > 0) await general.update(ctx, { body: ofPasswords })
  if (authenticators !== undefined) await lockout.update(ctx, { body: { authenticators } })
}

/** Makes the change as its own call would, with the checks and the audit event of that call. */
export const publishChange = async (ctx: Context, row: StoredWhatIf): Promise<void> => {
  const change = WhatIfChange.parse(row.change)
  if (change.kind === 'RBA') {
    await rba.update(ctx, { body: change.settings })
    return
  }
  if (change.kind === 'LOCKOUT') {
    await publishLockouts(ctx, change.settings)
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
