import type { transformImage } from '@signet/contract/issuance/credential-designs'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { drawSvg } from './drawing-thread.ts'

type Kind = z.output<(typeof transformImage)['params']>['transformType']
type Wanted = z.output<(typeof transformImage)['body']>

const greyMatrix =
  '0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0 0 0 1 0'
const grey = `<feColorMatrix type="matrix" values="${greyMatrix}"/>`
const steps = ['R', 'G', 'B'].map((c) => `<feFunc${c} type="discrete" tableValues="0 1"/>`).join('')

const filters: Readonly<Partial<Record<Kind, string>>> = {
  grayscale: grey,
  black: `${grey}<feComponentTransfer>${steps}</feComponentTransfer>`,
}

const whole = { x: 0, y: 0, width: 1, height: 1 }

interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the whole picture lies when its wished part fills the frame. */
const frameOf = (kind: Kind, { widthPx, heightPx, area = whole }: Wanted): Frame => {
  const { x, y, width, height } = kind === 'crop' ? area : whole
  if (width <= 0 || height <= 0) throw new ApiError('ISSUANCE_IMAGE_INVALID')
  const full = { width: widthPx / width, height: heightPx / height }
  return { ...full, x: -x * full.width, y: -y * full.height }
}

const turned = (kind: Kind, { widthPx, heightPx, degrees }: Wanted): string => {
  if (kind !== 'rotate') return ''
  return ` transform="rotate(${degrees} ${widthPx / 2} ${heightPx / 2})"`
}

const svgOf = (kind: Kind, wanted: Wanted): string => {
  const { image, widthPx, heightPx } = wanted
  const { x, y, width, height } = frameOf(kind, wanted)
  const filter = filters[kind]
  const defined =
    filter === undefined
      ? ''
      : `<filter id="f" color-interpolation-filters="sRGB">${filter}</filter>`
  const used = filter === undefined ? '' : ' filter="url(#f)"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">${defined}<image${turned(kind, wanted)}${used} x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="${image}"/></svg>`
}

/** @throws ISSUANCE_IMAGE_INVALID, too_many_requests */
export const transform = async ({ tenant }: Context, kind: Kind, wanted: Wanted) => {
  const png = await drawSvg(tenant.id, svgOf(kind, wanted))
  return {
    image: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    widthPx: wanted.widthPx,
    heightPx: wanted.heightPx,
  }
}
