import { listWeakSettings, type WeakSetting } from '@signet/contract/operations/weak-settings'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'
import { wholeListQuery } from '../../../pickers/whole-list.ts'

export type WeakRow = z.output<typeof WeakSetting>

/** Weak settings by name: the service answers all of them. */
export const weakSettingsQuery = (nameOf: (row: WeakRow) => string) =>
  wholeListQuery<WeakRow>({
    subject: 'weak-settings',
    list: (signal) => call(listWeakSettings, { signal }),
    nameOf,
    filters: { kind: ({ kind }) => kind, lowers: ({ lowers }) => lowers },
  })
