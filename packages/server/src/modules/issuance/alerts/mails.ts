import { alertConditions } from '@signet/rules/printer-alerts'
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

const nameOf = ({ printer, detail, told }: ToldAlert): string =>
  told === 'RAISED' && detail !== '' ? `${printer.name} (${detail})` : printer.name

const namesOf = (told: readonly ToldAlert[]): string => {
  const names = [...new Set(told.map(nameOf))]
  const more = names.length - mostNames
  return [...names.slice(0, mostNames), ...(more > 0 ? [`+ ${more}`] : [])].join(', ')
}

/** The names of the printers, by what they are told of. */
const valuesOf = (told: readonly ToldAlert[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    alertConditions.flatMap((condition) => {
      const same = told.filter(({ alert }) => alert.condition === condition)
      return same.length === 0 ? [] : [[condition, namesOf(same)]]
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
  const people = recipients.map((address) => ({ userId: '', address, name: address, locale: null }))
  const raised = told.filter((each) => each.told === 'RAISED')
  const ended = told.filter((each) => each.told === 'ENDED')
  if (raised.length > 0) {
    await mailPeople(ctx, people, { kind: 'printerAlert', values: valuesOf(raised) })
  }
  if (ended.length > 0 && tellsRecovery) {
    await mailPeople(ctx, people, { kind: 'printerRecovered', values: valuesOf(ended) })
  }
}
