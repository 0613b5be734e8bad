import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { Streamed } from '../../../kit/routes.ts'
import { foundOr } from '../../../kit/rows.ts'
import { designAt, drawForPrinter } from '../credential-designs/index.ts'
import { cardsOfRecords } from './cards.ts'

const orNotFound = foundOr('ISSUANCE_ENROLLMENT_NOT_FOUND')

/** @throws ISSUANCE_ENROLLMENT_INVALID naming the barcodes that cannot hold their value, or are not read */
const expectReadable = (shapes: readonly string[]): void => {
  if (shapes.length === 0) return
  const fields = shapes.map((shape) => ({ path: `design.${shape}`, message: 'BARCODE' }))
  throw new ApiError('ISSUANCE_ENROLLMENT_INVALID', { fields })
}

/**
 * The card of a record as its PDF.
 * @throws ISSUANCE_ENROLLMENT_NOT_FOUND, ISSUANCE_PRINT_NOT_ENROLLED, ISSUANCE_ENROLLMENT_INVALID,
 * ISSUANCE_IMAGE_INVALID, too_many_requests
 */
export const generate = async (ctx: Context, id: string): Promise<Streamed> => {
  const card = orNotFound((await cardsOfRecords(ctx, [id]))[0])
  if (card.enrollState !== 'ENROLLED') throw new ApiError('ISSUANCE_PRINT_NOT_ENROLLED')
  const design = orNotFound(await designAt(ctx, card.designId, card.designVersion))
  const { content, sha256, problems, unread } = await drawForPrinter(ctx.tenant.id, {
    design,
    values: card.values,
    format: 'application/pdf',
    sides: 'ALL',
    splitBlack: false,
    upsideDown: false,
  })
  const refused = problems.filter(({ code }) => code === 'BARCODE').map(({ shape }) => shape)
  expectReadable([...new Set([...refused, ...unread])])
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'ENROLLMENT_CREDENTIAL_GENERATED', {
      subject: { entity: 'ENROLLMENTS', id, name: card.title },
      attributes: { imageSha256: sha256 },
    })
  })
  return new Streamed('card.pdf', [content])
}
