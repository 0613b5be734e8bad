import { describe, expect, it } from 'vitest'
import { cardsPerDay, forecastOf, usePerCard } from './supplies.ts'

const use = { level: 60, begunLevel: 100, begunCards: 500, cards: 600, formerPerCard: null }

describe('the forecast of a supply', () => {
  it('divides what is left by what a card has taken, and by the cards of a day', () => {
    expect(usePerCard(use)).toBeCloseTo(0.4)
    expect(forecastOf(use, 20)).toEqual({ cardsLeft: 150, daysLeft: 7 })
    expect(forecastOf(use, null)).toEqual({ cardsLeft: 150, daysLeft: null })
  })

  it.each([
    ['few cards', { cards: 509 }],
    ['a level that hardly moved', { level: 99 }],
  ])('says nothing after %s, unless the filling before told the rate', (_, change) => {
    const young = { ...use, ...change }
    expect(forecastOf(young, 20)).toEqual({ cardsLeft: null, daysLeft: null })
    const known = forecastOf({ ...young, formerPerCard: 0.5 }, 20)
    expect(known.cardsLeft).toBe(Math.floor(young.level / 0.5))
  })

  it('is nothing once it is empty', () => {
    expect(forecastOf({ ...use, level: 0 }, 20)).toEqual({ cardsLeft: 0, daysLeft: 0 })
  })
})

it('cards of a day are those of the days that any came out in', () => {
  expect(cardsPerDay(30, 3)).toBe(10)
  expect(cardsPerDay(280, 40)).toBe(20)
  expect(cardsPerDay(5, 0)).toBe(5)
  expect(cardsPerDay(0, 3)).toBeNull()
  expect(cardsPerDay(0, null)).toBeNull()
})
