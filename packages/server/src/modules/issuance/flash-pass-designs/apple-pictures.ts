import type { Context } from '../../../kit/context.ts'
import { drawSvg } from '../credential-designs/index.ts'
import type { FilledPass } from './pass-values.ts'

/* Pictures of a pass in the sizes that Apple Wallet asks for, in pixels. */

const svg = (width: number, height: number, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`

const picture = (width: number, height: number, { href, fit }: { href: string; fit: string }) =>
  svg(
    width,
    height,
    `<image width="${width}" height="${height}" preserveAspectRatio="${fit}" href="${href}"/>`,
  )

/** A plain square in the colour of the pass: notices show it. */
const icon = (size: number, colour: string): string =>
  svg(size, size, `<rect width="${size}" height="${size}" fill="${colour}"/>`)

/** By their names in the file. @throws ISSUANCE_IMAGE_INVALID, too_many_requests */
export const applePictures = async (
  { tenant }: Context,
  pass: FilledPass,
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { backgroundColour } = pass.colours
  const wanted = new Map([
    ['icon.png', icon(29, backgroundColour)],
    ['icon@2x.png', icon(58, backgroundColour)],
    ['icon@3x.png', icon(87, backgroundColour)],
  ])
  if (pass.logo !== null) {
    wanted.set('logo@2x.png', picture(320, 100, { href: pass.logo, fit: 'xMinYMid meet' }))
  }
  if (pass.photo !== null) {
    wanted.set('thumbnail@2x.png', picture(180, 180, { href: pass.photo, fit: 'xMidYMid slice' }))
  }
  const drawn = new Map<string, Uint8Array>()
  for (const [name, source] of wanted) drawn.set(name, await drawSvg(tenant.id, source))
  return drawn
}
