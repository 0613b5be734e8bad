import type { Family, SettingFault } from '@signet/contract/kit/settings-family'
import { entrustStFamily } from '@signet/contract/settings/entrustst'
import { generalFamily } from '@signet/contract/settings/general'
import { gridFamily } from '@signet/contract/settings/grid'
import { hardwareOathFamily } from '@signet/contract/settings/hardwareoath'
import { kbaFamily } from '@signet/contract/settings/kba'
import { machineFamily } from '@signet/contract/settings/machine'
import { otpFamily } from '@signet/contract/settings/otp'
import { passwordFamily } from '@signet/contract/settings/password'
import { rbaFamily } from '@signet/contract/settings/rba'
import { tempAccessCodeFamily } from '@signet/contract/settings/tempaccesscode'
import type { z } from 'zod'
import type { PendingEvent } from '../../../kit/audit-entry.ts'
import type { Context } from '../../../kit/context.ts'
import { findFamily } from './families.repository.ts'
import { settingsOf } from './families.service.ts'
import { forgetFamilies } from './reader.ts'
import { valuesOf } from './stored-values.ts'

type Fields = Readonly<Record<string, unknown>>

/** A family of which a provider can set fields in the tenants below it. */
interface Inherited {
  readonly name: string
  readonly defaults: Fields
  readonly read: (stored: Fields | undefined) => Fields
  /** What speaks against these values together. */
  readonly faults: (values: Fields) => readonly SettingFault[]
  readonly update: (ctx: Context, given: { readonly body: Fields }) => Promise<unknown>
}

const inherited = <S extends z.ZodRawShape>(family: Family<S>): Inherited => ({
  name: family.name,
  defaults: family.defaults,
  read: (stored) => valuesOf(family, stored),
  faults: (values) => {
    const read = family.fields.safeParse(values)
    return read.success ? family.rule(read.data) : [{ path: '', message: 'refused' }]
  },
  update: settingsOf(family).update,
})

const families: readonly Inherited[] = [
  inherited(generalFamily),
  inherited(passwordFamily),
  inherited(otpFamily),
  inherited(gridFamily),
  inherited(kbaFamily),
  inherited(tempAccessCodeFamily),
  inherited(machineFamily),
  inherited(hardwareOathFamily),
  inherited(entrustStFamily),
  inherited(rbaFamily),
]

/** As the tenant has it in this transaction, and when it was last changed. */
const read = async (ctx: Context, { name, read: valuesIn }: Inherited) => {
  const row = await findFamily(ctx, name)
  const isSet = row !== undefined && row.version > 0
  return { values: valuesIn(row?.value), changedAt: isSet ? row.updated_at : null }
}

/**
 * Writes fields by family as their settings pages do. The caller records it: the log of the tenant has
 * one event of all of them.
 * @throws invalid_parameters when values do not go together
 */
const write = async (
  ctx: Context,
  changes: Readonly<Record<string, Fields | undefined>>,
): Promise<void> => {
  const events: PendingEvent[] = []
  const quiet: Context = { ...ctx, ifMatch: null, events, transaction: (work) => work(quiet) }
  for (const { name, update } of families) {
    const body = changes[name]
    if (body !== undefined) await update(quiet, { body })
  }
  const other = events.find(({ action }) => action !== 'SETTINGS_UPDATED')
  if (other !== undefined) throw new Error(`${other.action} is not of inherited settings`)
}

/** Settings that a provider rolls out. */
export const inheritedSettings = { families, read, write, forget: forgetFamilies } as const
