export { smartCardSets } from './smart-cards.service.ts'
