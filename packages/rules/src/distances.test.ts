import { describe, expect, it } from 'vitest'
import { distanceKm } from './distances.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

describe('a distance', () => {
  it.each([
    ['Berlin to Paris', at(52.52, 13.4), at(48.86, 2.35), 878],
    ['over the date line', at(0, 179), at(0, -179), 222],
    ['pole to pole', at(90, 0), at(-90, 0), 20_015],
    ['none', at(1, 1), at(1, 1), 0],
  ])('is that of the shortest way: %s', (_name, one, other, km) => {
    expect(Math.abs(distanceKm(one, other) - km)).toBeLessThan(2)
  })
})
