import { challengeTextFault } from '@signet/rules/radius'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { addressText, networkOf } from '../../../platform/config/networks.ts'
import { countRows } from '../../../platform/db/row-sets.ts'
import type { RadiusSettings } from '../../../platform/db/schema/radius.ts'
import type { StoredRadiusApplication } from './radius-applications.repository.ts'

const fault = (field: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${field}`, message }] })

/** The one spelling of a range; ranges of one text are the same range. */
const rangeOf = (text: string): string => {
  const network = networkOf(text)
  if (network === null) return text
  const { bytes, prefix } = network
  const masked = bytes.map((byte, at) => {
    const bits = Math.min(8, Math.max(0, prefix - at * 8))
    return byte & ((0xff00 >> bits) & 0xff)
  })
  return `${addressText(masked)}/${prefix}`
}

interface Checked {
  readonly id: string
  readonly settings: RadiusSettings
  /** All applications of the tenant, held. */
  readonly others: readonly StoredRadiusApplication[]
}

const checkClients = ({ id, settings, others }: Checked): void => {
  const ranges = settings.allowedAddresses.map(rangeOf)
  if (new Set(ranges).size < ranges.length) throw fault('allowedAddresses', 'each_once')
  const taken = others.filter((other) => other.id !== id)
  const takenRanges = new Set(
    taken.flatMap((other) => other.settings.allowedAddresses.map(rangeOf)),
  )
  const isTaken = ranges.some((range) => takenRanges.has(range))
  if (isTaken) throw fault('allowedAddresses', 'radius_address_taken')
  const name = settings.tlsClientName?.toLowerCase()
  const isNameTaken = taken.some((other) => other.settings.tlsClientName?.toLowerCase() === name)
  if (name !== undefined && isNameTaken) throw fault('tlsClientName', 'radius_address_taken')
}

const checkReplies = ({ replyAttributes }: RadiusSettings): void => {
  for (const [at, { source, valueType, value }] of replyAttributes.entries()) {
    const path = `replyAttributes.${at}.value`
    if (source !== 'CONSTANT' && valueType !== 'TEXT') throw fault(path, 'reply_attribute_text')
    if (source !== 'CONSTANT') continue
    const isNumber = /^\d{1,10}$/.test(value) && Number(value) <= 0xffffffff
    if (valueType === 'NUMBER' && !isNumber) throw fault(path, 'reply_attribute_number')
    const isAddress = networkOf(value)?.bytes.length === 4 && !value.includes('/')
    if (valueType === 'ADDRESS' && !isAddress) throw fault(path, 'ip_invalid')
    const bytes = Buffer.byteLength(value)
    if (valueType === 'TEXT' && (bytes === 0 || bytes > 247)) {
      throw fault(path, 'reply_attribute_text')
    }
  }
}

const checkChallenge = ({ challengeText }: RadiusSettings): void => {
  const wrong =
    challengeText === null || challengeText === undefined ? null : challengeTextFault(challengeText)
  if (wrong !== null) throw fault('challengeText', wrong)
}

/** @throws invalid_parameters, not_found for groups and agents that are not there */
export const checkSettings = async (ctx: Context, checked: Checked): Promise<void> => {
  const { settings } = checked
  checkClients(checked)
  checkReplies(settings)
  checkChallenge(settings)
  const groups = [...new Set(settings.replyAttributes.flatMap(({ groupId }) => groupId ?? []))]
  const agents = [...new Set(settings.agentIds)]
  const known = await Promise.all([
    countRows(ctx, 'groups', groups),
    countRows(ctx, 'radius_agents', agents),
  ])
  if (known[0] < groups.length || known[1] < agents.length) throw new ApiError('not_found')
}
