import { richCard, richValues } from '@signet/card/testing/rich-card'
import { drawCard } from '@signet/server/modules/issuance/credential-designs/drawing-thread'
import { found } from '../report/finding.ts'
import { photo } from '../seed/photo.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

const warmUps = 5
const cards = 40

/** Shaped, drawn, rendered at 300 dpi and packed as PNG, one card after the other. */
export const cardSideLine: Measure<object> = {
  lines: [goals.cardSide],
  async run() {
    const bytes = await photo()
    const values = richValues(`data:image/jpeg;base64,${bytes.toString('base64')}`)
    const draw = () => drawCard('bench', { design: richCard(), values, panel: 'ALL' })
    for (let n = 0; n < warmUps; n += 1) await draw()
    const begun = performance.now()
    let sides = 0
    for (let n = 0; n < cards; n += 1) sides += (await draw()).length
    return [found(goals.cardSide, (performance.now() - begun) / sides)]
  },
}
