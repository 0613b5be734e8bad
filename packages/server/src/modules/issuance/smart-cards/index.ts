export { smartCardRoutes } from './smart-cards.routes.ts'
export { smartCardSets } from './smart-cards.service.ts'
