import type { HeldGrid } from '../../../../testing/authenticators/grids.ts'
import type { World } from '../world.ts'

export const kept = (world: World, card: HeldGrid): HeldGrid => {
  world.keep(card.cells.join(''))
  return card
}

export const idsOf = ({ id, serial }: HeldGrid) => ({ gridid: id, id, serial, sernum: serial })
