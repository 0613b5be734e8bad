import type { AnswerOf } from '@signet/contract/kit/endpoint'
import type { countTextMessages, ReportSeries } from '@signet/contract/operations/reports'
import { messageDeliveries } from '@signet/rules/code-deliveries'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { countTextMessages as count } from '../../authenticators/text-messages/index.ts'
import { seriesOf, startsOf } from './report-range.ts'

interface Sendings {
  readonly sent: number
  readonly failed: number
}

const sum = (rows: readonly Sendings[]): Sendings =>
  rows.reduce(
    (total, { sent, failed }) => ({ sent: total.sent + sent, failed: total.failed + failed }),
    { sent: 0, failed: 0 },
  )

/** Messages to telephones, by way and over time. */
export const textMessages = async (
  ctx: Context,
  wanted: z.output<typeof ReportSeries>,
): Promise<AnswerOf<typeof countTextMessages>> => {
  const series = seriesOf(ctx, wanted)
  const rows = await count(ctx, series)
  return {
    total: sum(rows),
    deliveries: messageDeliveries.map((deliveryType) => ({
      deliveryType,
      ...sum(rows.filter(({ delivery }) => delivery === deliveryType)),
    })),
    results: startsOf(series).map((start, at) => ({
      start,
      ...sum(rows.filter(({ bucket }) => bucket === at)),
    })),
  }
}
