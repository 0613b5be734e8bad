import { type ErrorCode, type ErrorRow, errors } from '@signet/contract/errors'
import { type Part, parseMessage } from '@signet/phrases/message'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'

/** What a text may say, without the values of one answer: those are in `parameters`. */
const readable = (parts: readonly Part[], count = ''): string =>
  parts
    .map((part): string => {
      if (part.kind === 'text') return part.text
      if (part.kind === 'count') return `{${count}}`
      if (part.kind === 'value') return `{${part.name}}`
      const { name, type, cases } = part
      if (type !== 'select') return readable(cases.get('other') ?? [], name)
      return [...new Set([...cases.values()].map((one) => readable(one, count)))].join(' / ')
    })
    .join('')

const messageFor = (code: ErrorCode): string | undefined => {
  const isOfIssuance = /^[A-Z]/.test(code)
  const texts = textsOf('en', isOfIssuance ? 'issuancePortal' : 'restApiErrors')
  return messageOf(texts, isOfIssuance ? `restIssuanceApiErrors.${code}` : code)
}

/** What an error means to those who call the API, in one line; null where nothing says so. */
export const errorMeaning = (code: ErrorCode): string | null => {
  const { meaning }: ErrorRow = errors[code]
  const message = meaning ?? messageFor(code)
  return message === undefined ? null : readable(parseMessage(message)).replaceAll(/\s+/g, ' ')
}
