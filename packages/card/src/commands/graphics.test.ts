import { describe, expect, it } from 'vitest'
import { blankDesign, type Design, type ShapeOf } from '../document.ts'
import { blankShape } from '../shapes/blank.ts'
import { type Graphic, graphicOf, putGraphic } from './graphics.ts'

const image = (letter: string): string => `data:image/png;base64,${letter.repeat(8)}`
const none = { side: 'front', ids: new Set<string>() } as const

const graphicIn = ({ front }: Design, id = 'g'): ShapeOf<'graphic'> => {
  const found = front.shapes.find((shape) => shape.id === id)
  if (found?.kind !== 'graphic') throw new Error('there is no such graphic')
  return found
}
const begun = (...ids: readonly string[]): Design => ({
  ...blankDesign(),
  front: {
    background: '#ffffff',
    shapes: ids.map((id) => blankShape('graphic', id, `Role ${id}`)),
  },
})
const put = (design: Design, graphic: Graphic, id = 'g'): Design =>
  putGraphic(graphicIn(design, id), graphic)(design, none)

const roles: Graphic = {
  cases: [
    { value: 'Guest', image: image('A') },
    { value: 'Staff', image: image('B') },
  ],
  otherwise: image('A'),
}

describe('the pictures of a variable graphic', () => {
  it('stand once in the design, and come out as they went in', () => {
    const design = put(begun('g'), roles)
    expect(design.assets.map(({ content }) => content)).toEqual(['AAAAAAAA', 'BBBBBBBB'])
    expect(graphicOf(design, graphicIn(design))).toEqual(roles)
  })

  it('leave the design when no shape shows them any more', () => {
    const both = put(put(begun('g', 'h'), roles), roles, 'h')
    const one = put(both, { cases: [], otherwise: null })
    expect(one.assets).toHaveLength(2)
    expect(put(one, { cases: [], otherwise: null }, 'h').assets).toEqual([])
  })

  it('leave what other shapes show, and fonts, alone', () => {
    const font = { id: 'serif', name: 'Serif', type: 'font/ttf', content: 'AAAA' } as const
    const design = put({ ...begun('g'), assets: [font] }, roles)
    expect(put(design, { cases: [], otherwise: null }).assets).toEqual([font])
  })
})
