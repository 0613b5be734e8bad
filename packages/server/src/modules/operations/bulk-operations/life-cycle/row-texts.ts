import { formatMessage } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { type Fault, faultsOfRow } from '@signet/rules/faults'

const faultText = (locale: string, { text, values }: Fault): string => {
  const at = text.indexOf(':')
  const group = text.slice(0, at)
  const namespace = (['common', 'settings', 'issuancePortal'] as const).find(
    (each) => each === group,
  )
  const message = namespace && messageOf(textsOf(locale, namespace), text.slice(at + 1))
  return message === undefined ? '' : formatMessage(message, values, locale)
}

const codeText = (locale: string, code: string): string => {
  const message = /^[A-Z]/.test(code)
    ? messageOf(textsOf(locale, 'issuancePortal'), `restIssuanceApiErrors.${code}`)
    : messageOf(textsOf(locale, 'restApiErrors'), code)
  return message === undefined ? '' : formatMessage(message, {}, locale)
}

/** Why a row failed, in words of the language: the fault of its value, or the code and the value. */
export const rowText = (locale: string, errorCode: string, message: string | null): string => {
  const faults = faultsOfRow(errorCode, message).map((fault) => faultText(locale, fault))
  if (faults.length > 0) return faults.join(' ')
  // Nobody filled in a form: it is the value of a cell.
  const code = errorCode === 'invalid_parameters' ? 'bulk_value_unfit' : errorCode
  const said = codeText(locale, code)
  return message === null ? said : `${said} (${message})`.trim()
}
