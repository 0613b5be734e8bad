import type { Context } from '../../kit/context.ts'
import { create } from '../../modules/issuance/variable-graphics/variable-graphics.service.ts'

/** One pixel of grey. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

export const graphicNamed = (name: string) => ({
  name,
  cases: [{ value: 'Guest', image: pixel }],
  otherwise: null,
})

export const buildVariableGraphic = async (ctx: Context): Promise<string> => {
  const name = `Graphic ${ctx.platform.ids.random(6).toString('hex')}`
  return (await create(ctx, graphicNamed(name))).value.id
}
