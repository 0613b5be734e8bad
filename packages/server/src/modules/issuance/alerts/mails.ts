import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import { alertConditions } from '@signet/rules/printer-alerts'
import { isExplainedReason } from '@signet/rules/printers'
import type { Context } from '../../../kit/context.ts'
import { mailPeople } from '../../authenticators/notices/index.ts'
import type { StoredPrinter } from '../printers/index.ts'
import type { StoredAlert } from './alerts.repository.ts'

export interface ToldAlert {
  readonly alert: StoredAlert
  readonly printer: StoredPrinter
  readonly detail: string
  readonly told: 'RAISED' | 'ENDED'
}

/** Of more printers than these the number is told. */
const mostNames = 20

/** Supplies as they are; the printer's own keywords in words of the language. */
const detailText = (locale: string, detail: string): string =>
  detail
    .split(', ')
    .map((part) =>
      isExplainedReason(part)
        ? textOf(textsOf(locale, 'issuancePortal'), `printers.reasons.${part}`, { locale })
        : part,
    )
    .join(', ')

const nameOf = (locale: string, { printer, detail, told }: ToldAlert): string =>
  told === 'RAISED' && detail !== ''
    ? `${printer.name} (${detailText(locale, detail)})`
    : printer.name

const namesOf = (locale: string, told: readonly ToldAlert[]): string => {
  const names = [...new Set(told.map((each) => nameOf(locale, each)))]
  const more = names.length - mostNames
  return [...names.slice(0, mostNames), ...(more > 0 ? [`+ ${more}`] : [])].join(', ')
}

/** The names of the printers, by what they are told of. */
const valuesOf = (locale: string, told: readonly ToldAlert[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    alertConditions.flatMap((condition) => {
      const same = told.filter(({ alert }) => alert.condition === condition)
      return same.length === 0 ? [] : [[condition, namesOf(locale, same)]]
    }),
  )

interface Wanted {
  readonly recipients: readonly string[]
  readonly tellsRecovery: boolean
}

/** One mail to each for all that began, and one for all that is over, by jobs of the open transaction. */
export const mailAlerts = async (
  ctx: Context,
  { recipients, tellsRecovery }: Wanted,
  told: readonly ToldAlert[],
): Promise<void> => {
  // Recipients are mailboxes: mails to them are in the language of the tenant.
  const { defaultLocale } = ctx.tenant
  const people = recipients.map((address) => ({ userId: '', address, name: address, locale: null }))
  const raised = told.filter((each) => each.told === 'RAISED')
  const ended = told.filter((each) => each.told === 'ENDED')
  if (raised.length > 0) {
    await mailPeople(ctx, people, { kind: 'printerAlert', values: valuesOf(defaultLocale, raised) })
  }
  if (ended.length > 0 && tellsRecovery) {
    await mailPeople(ctx, people, {
      kind: 'printerRecovered',
      values: valuesOf(defaultLocale, ended),
    })
  }
}
