import { createHash } from 'node:crypto'
import { encode } from '@signet/card/barcodes/encode'
import { magneticData } from '@signet/card/magnetic'
import type { drawBarcode, previewPrint } from '@signet/contract/issuance/credential-designs'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { designOf } from './credential-designs.service.ts'
import { drawCard } from './drawing-thread.ts'

type Wanted = z.output<(typeof previewPrint)['body']>

const barcodeHeight = 30

/** The symbol with its quiet zone, one unit a module. */
export const barcode = ({ format, value }: z.output<(typeof drawBarcode)['body']>) => {
  const { symbol, reason } = encode(format, value)
  if (symbol === null) return { svg: null, reason }
  const { width, quiet, path } = symbol
  const height = symbol.height ?? barcodeHeight
  const [across, down] = [width + 2 * quiet, height + 2 * quiet]
  const scale = symbol.height === null ? ` scale(1 ${height})` : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across} ${down}"><rect width="${across}" height="${down}" fill="#ffffff"/><path shape-rendering="crispEdges" fill-rule="evenodd" transform="translate(${quiet} ${quiet})${scale}" d="${path}"/></svg>`
  return { svg, reason: null }
}

/** @throws ISSUANCE_CREDENTIAL_DESIGN_NOT_FOUND, ISSUANCE_IMAGE_INVALID, too_many_requests */
export const preview = async (ctx: Context, wanted: Wanted) => {
  const { values, panel, credentialDesignId = '' } = wanted
  const design = wanted.design ?? (await designOf(ctx, credentialDesignId))
  const sides = await drawCard(ctx.tenant.id, { design, values, panel })
  return {
    images: sides.map(({ side, widthDots, heightDots, png }) => ({
      side,
      widthDots,
      heightDots,
      png: Buffer.from(png).toString('base64'),
      sha256: createHash('sha256').update(png).digest('hex'),
    })),
    problems: sides.flatMap(({ side, problems }) => problems.map((each) => ({ ...each, side }))),
    magnetic: [...magneticData(design, values)],
  }
}
