import type { Design } from '@signet/card/document'
import { blankShape } from '@signet/card/shapes/blank'
import { formatFor } from '@signet/rules/printers'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/errors.ts'
import { DrawingFailed, designAt, drawForPrinter } from '../../credential-designs/index.ts'
import type { StoredPrinter } from '../../printers/index.ts'
import { findValues, type StoredJob } from '../print-jobs.repository.ts'

interface Prepared {
  readonly content: Uint8Array
  readonly format: 'application/pdf' | 'image/png'
  readonly sha256: string
}

/** Why a card is not printed as it is: nothing of it was sent. */
interface Unfit {
  readonly unfit: string
}

/** Why a card is to be drawn once more, later: nothing of it was sent, and nothing is wrong with it yet. */
interface Later {
  readonly later: 'DRAWING_BUSY' | 'DRAWING_FAILED'
}

/** A word across both sides that nobody takes for a card. */
const marked = (design: Design): Design => {
  const across = (side: string) => ({
    ...blankShape('text', `void-${side}`, 'VOID'),
    value: 'VOID',
    xMm: 0,
    yMm: design.heightMm / 2 - 12,
    widthMm: design.widthMm,
    heightMm: 24,
    opacity: 0.5,
    panel: 'COLOR' as const,
  })
  const { front, back } = design
  const styled = (side: string) => {
    const shape = across(side)
    return shape.kind === 'text'
      ? [{ ...shape, colour: '#d00000', sizePt: 60, minimumPt: 20, align: 'CENTER' as const }]
      : []
  }
  return {
    ...design,
    front: { ...front, shapes: [...front.shapes, ...styled('front')] },
    back: back === null ? null : { ...back, shapes: [...back.shapes, ...styled('back')] },
  }
}

const hasTwoSides = (design: Design, { sides }: StoredPrinter): boolean =>
  design.back !== null && sides === 'ALL'

interface Drawable {
  readonly design: Design
  readonly values: Readonly<Record<string, string>>
  readonly format: Prepared['format']
}

const drawn = async (
  { tenant }: Context,
  printer: StoredPrinter,
  card: Drawable,
): Promise<Prepared | Unfit> => {
  const { content, sha256, problems, unread } = await drawForPrinter(tenant.id, {
    ...card,
    sides: card.format === 'image/png' ? 'FRONT' : printer.sides,
    splitBlack: printer.split_black,
    upsideDown: printer.upside_down,
  })
  const broken = problems.find(({ code }) => code === 'BARCODE')
  if (broken !== undefined) return { unfit: `BARCODE_REFUSED ${broken.shape}` }
  if (unread.length > 0) return { unfit: `BARCODE_UNREADABLE ${unread.join(' ')}` }
  return { content, sha256, format: card.format }
}

/** What failed to be drawn twice in a row is given up: it would keep its printer from all others. */
const whyNot = (error: unknown, { detail }: StoredJob): Unfit | Later => {
  const isTooCostly = error instanceof ApiError && error.code === 'ISSUANCE_DRAWING_TOO_COSTLY'
  if (error instanceof DrawingFailed || isTooCostly) {
    return detail === 'DRAWING_FAILED' ? { unfit: detail } : { later: 'DRAWING_FAILED' }
  }
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'ISSUANCE_IMAGE_INVALID') return { unfit: 'PICTURE' }
  if (error.code === 'too_many_requests') return { later: 'DRAWING_BUSY' }
  throw error
}

/** The card as the printer takes it, each of its barcodes read again by another reader. */
export const prepare = async (
  ctx: Context,
  job: StoredJob,
  printer: StoredPrinter,
): Promise<Prepared | Unfit | Later> => {
  const design = await designAt(ctx, job.design_id, job.design_version)
  const values = await findValues(ctx, job.id)
  const format = formatFor(printer.formats)
  if (design === undefined) return { unfit: 'DESIGN_GONE' }
  if (values === undefined) return { unfit: 'VALUES_GONE' }
  if (format === null) return { unfit: 'FORMAT' }
  if (format === 'image/png' && hasTwoSides(design, printer)) return { unfit: 'TWO_SIDES' }
  try {
    const shown = job.kind === 'SAMPLE' ? marked(design) : design
    return await drawn(ctx, printer, { design: shown, values, format })
  } catch (error) {
    return whyNot(error, job)
  }
}
