export { smartCardSets } from './smart-card-sets.ts'
export { smartCardRoutes } from './smart-cards.routes.ts'
