import { describe, expect, it } from 'vitest'
import { firstCrop, moved, partOf, sizeOf } from './picture-work.ts'

const wide = { width: 1600, height: 900 }

describe('the frame over a picture', () => {
  it('takes in as much as its ratio lets it, in the middle', () => {
    expect(partOf(wide, 0.75, firstCrop)).toEqual({ left: 462.5, top: 0, width: 675, height: 900 })
    expect(partOf({ width: 900, height: 1600 }, 1, firstCrop)).toEqual({
      left: 0,
      top: 350,
      width: 900,
      height: 900,
    })
  })

  it('takes in less, the closer one looks', () => {
    expect(partOf(wide, 0.75, { ...firstCrop, zoom: 2 })).toMatchObject({
      width: 337.5,
      height: 450,
    })
    expect(partOf(wide, 0.75, { ...firstCrop, zoom: 99 })).toMatchObject({ height: 225 })
  })

  it('never leaves the picture', () => {
    const right = moved({ picture: wide, ratio: 0.75 }, firstCrop, { x: 5, y: 5 })
    const { left, width, top, height } = partOf(wide, 0.75, right)
    expect([left + width, top + height]).toEqual([1600, 900])
    const back = moved({ picture: wide, ratio: 0.75 }, right, { x: -0.1, y: 0 })
    expect(partOf(wide, 0.75, back).left).toBeCloseTo(765)
  })

  it('gives no more pixels than there are, nor than are asked for', () => {
    expect(sizeOf({ width: 675, height: 900 }, 400)).toEqual({ width: 300, height: 400 })
    expect(sizeOf({ width: 75, height: 100 }, 400)).toEqual({ width: 75, height: 100 })
  })
})
