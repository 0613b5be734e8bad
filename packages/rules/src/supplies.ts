/** How one supply went down since it was last filled up. */
export interface SupplyUse {
  /** Per cent that is left. */
  readonly level: number
  /** Per cent when it was filled up, or first seen. */
  readonly begunLevel: number
  /** Cards of the printer's counter then, and now. */
  readonly begunCards: number
  readonly cards: number
  /** Per cent a card, as the filling before went down; null where there was none. */
  readonly formerPerCard: number | null
}

/** Printers round their levels: below these a rate would be that of the rounding. */
const leastCards = 10
const leastPercent = 2

/** Per cent that one card takes: of this filling once it says something, else of the one before. */
export const usePerCard = (use: SupplyUse): number | null => {
  const cards = use.cards - use.begunCards
  const percent = use.begunLevel - use.level
  return cards >= leastCards && percent >= leastPercent ? percent / cards : use.formerPerCard
}

export interface SupplyForecast {
  readonly cardsLeft: number | null
  readonly daysLeft: number | null
}

/**
 * How long a supply lasts: what is left by what a card takes, and the cards that are left by the cards
 * of a day. Null where nothing is known yet.
 */
export const forecastOf = (use: SupplyUse, cardsPerDay: number | null): SupplyForecast => {
  const perCard = usePerCard(use)
  if (perCard === null || perCard <= 0) return { cardsLeft: null, daysLeft: null }
  const cardsLeft = Math.floor(use.level / perCard)
  const isUsed = cardsPerDay !== null && cardsPerDay > 0
  return { cardsLeft, daysLeft: isUsed ? Math.floor(cardsLeft / cardsPerDay) : null }
}

/** Days that the cards of a day are averaged over. */
export const forecastDays = 14

/** Over the days since the first card of them, today counted; null without any. */
export const cardsPerDay = (cards: number, daysSinceFirst: number | null): number | null =>
  daysSinceFirst === null || cards === 0
    ? null
    : cards / Math.min(forecastDays, Math.max(1, daysSinceFirst))
