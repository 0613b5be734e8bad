import { WhatIf, WhatIfChange } from '@signet/contract/access/what-ifs'
import type { WhatIfEffect } from '@signet/rules/risk/effects'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { timeOfId } from './id-times.ts'
import type { StoredWhatIf } from './what-ifs.repository.ts'

const counted = (counts: Readonly<Record<WhatIfEffect, number>>) => ({
  blocked: counts.BLOCKED,
  steppedUp: counts.STEPPED_UP,
  letThrough: counts.LET_THROUGH,
})

/** Per cent of the days, by the time of the decision judged last. */
const progressOf = ({ state, first_id, last_id, cursor_id }: StoredWhatIf): number => {
  if (state === 'DONE') return 100
  const [first, last, at] = [first_id, last_id, cursor_id].map(timeOfId)
  if (first === undefined || last === undefined || at === undefined || last <= first) return 0
  return Math.min(99, Math.floor((100 * (at - first)) / (last - first)))
}

const fields = fieldsOf(WhatIf)

export const present = (row: StoredWhatIf) =>
  fields({
    ...row,
    change: WhatIfChange.parse(row.change),
    progress: progressOf(row),
    sign_ins: counted(row.sign_ins),
    people: row.people === null ? null : counted(row.people),
  })
