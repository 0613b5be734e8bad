import type { askVoice, VoiceAnswer, VoicePrinter } from '@signet/contract/issuance/voice'
import { isLow, isReadyToPrint } from '@signet/rules/printers'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { listWatched } from '../printers/index.ts'

type Watched = Awaited<ReturnType<typeof listWatched>>[number]
type Asked = z.output<(typeof askVoice)['query']>
type Answer = z.input<typeof VoiceAnswer>

const printerOf = (row: Watched): z.input<typeof VoicePrinter> => ({
  id: row.id,
  name: row.name,
  location: row.location,
  status: row.state,
  ptpReady: isReadyToPrint({ ...row, isAccepting: row.accepting }),
})

export const listForVoice = async (ctx: Context) => (await listWatched(ctx)).map(printerOf)

const answerOf = (row: Watched): Answer => ({
  ...printerOf(row),
  statusReasons: [...row.reasons],
  supplies: row.supplies
    .filter(({ isConsumed }) => isConsumed)
    .map((supply) => ({
      name: supply.name,
      level: supply.level,
      isLow: isLow(supply, row.low_level),
    })),
  cleaningDue: row.cleaningDue,
})

/** Whether a printer is worth a word where all of them are asked about. */
const isNews = (action: Asked['action'], { supplies, cleaningDue }: Answer): boolean => {
  if (action === 'STATUS') return true
  return action === 'CLEANING' ? cleaningDue : supplies.some((supply) => supply.isLow)
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const ask = async (ctx: Context, { action, printerId }: Asked): Promise<Answer[]> => {
  const answers = (await listWatched(ctx)).map(answerOf)
  if (printerId === undefined) return answers.filter((answer) => isNews(action, answer))
  const found = answers.filter(({ id }) => id === printerId)
  if (found.length === 0) throw new ApiError('ISSUANCE_PRINTER_NOT_FOUND')
  return found
}
