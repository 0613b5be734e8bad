import { createHash } from 'node:crypto'
import type { DeviceFingerprint } from '@signet/contract/authenticators/device-fingerprint'
import { machineIdOf, machineIdText } from '@signet/rules/device-fingerprint'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'

interface Fingerprint {
  readonly machineId: string
  readonly attributes: Readonly<Record<string, string>>
}

const idOf = (attributes: Fingerprint['attributes']): string =>
  machineIdOf(createHash('sha256').update(machineIdText(attributes)).digest())

/** What may be kept of a fingerprint: null for none, and for one that does not agree with itself. */
export const acceptedFingerprint = (
  ctx: Context,
  given: DeviceFingerprint | undefined | null,
): Fingerprint | null => {
  if (given === undefined || given === null) return null
  if (idOf(given.attributes) !== given.machineId.toLowerCase()) return null
  const { attributes: desktop } = settings.desktopAttributes.lastRead(ctx)
  const { attributes: mobile } = settings.mobileAttributes.lastRead(ctx)
  const wanted = new Set<string>([...desktop, ...mobile])
  const attributes = Object.fromEntries(
    Object.entries(given.attributes).filter(([name]) => wanted.has(name)),
  )
  return Object.keys(attributes).length === 0 ? null : { machineId: idOf(attributes), attributes }
}

/** How many attributes differ, those that only one of both has among them. */
export const changesBetween = (
  one: Fingerprint['attributes'],
  other: Fingerprint['attributes'],
): number =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name] !== other[name],
  ).length
