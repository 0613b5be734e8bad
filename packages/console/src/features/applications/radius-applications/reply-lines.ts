import type { RadiusReplyAttribute } from '@signet/contract/applications/radius-applications'
import type { z } from 'zod'

type Attribute = z.output<typeof RadiusReplyAttribute>

const words = { groups: 'GROUPS', userId: 'USER_ID', email: 'EMAIL' } as const
const wordOf = { GROUPS: 'groups', USER_ID: 'userId', EMAIL: 'email' } as const

type Word = keyof typeof words
const isWord = (text: string): text is Word => text in words

const shape =
  /^(?:(?<vendor>\d+)\s*\/\s*)?(?<type>\d+)\s*=\s*(?:"(?<text>[^"]*)"|(?<bare>[^\s@]+))\s*(?:@\s*(?<group>\S+))?$/

const valueOf = (bare: string) => {
  if (isWord(bare)) return { valueType: 'TEXT', source: words[bare], value: '' }
  const valueType = /^\d+$/.test(bare) ? 'NUMBER' : 'ADDRESS'
  return { valueType, source: 'CONSTANT', value: bare }
}

/** `25 = groups`, `11 = "staff"`, `9/1 = "…"`, `27 = 3600`, `8 = 192.0.2.1`, each with `@ group`; else the line. */
export const attributeOf = (line: string): unknown => {
  const found = shape.exec(line.trim())?.groups
  if (found === undefined) return line
  const { vendor, type, text, bare = '', group } = found
  const told =
    text === undefined ? valueOf(bare) : { valueType: 'TEXT', source: 'CONSTANT', value: text }
  return {
    type: Number(type),
    vendorId: vendor === undefined ? null : Number(vendor),
    ...told,
    groupId: group ?? null,
  }
}

const toldOf = ({ source, valueType, value }: Attribute): string => {
  if (source !== 'CONSTANT') return wordOf[source]
  return valueType === 'TEXT' ? `"${value}"` : value
}

export const lineOf = (attribute: Attribute): string => {
  const { type, vendorId, groupId } = attribute
  const name = vendorId === null ? `${type}` : `${vendorId}/${type}`
  return `${name} = ${toldOf(attribute)}${groupId === null ? '' : ` @ ${groupId}`}`
}
