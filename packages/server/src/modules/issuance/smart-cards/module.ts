import { type Module } from '../../../kit/module.ts'
import { smartCardRoutes } from './index.ts'

export const smartCardsModule: Module = {
  routes: [smartCardRoutes],
  openColumns: ['smart_cards.serial_key'],
}
