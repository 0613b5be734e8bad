import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  copyToOtherSide,
  duplicate,
  freeId,
  group,
  remove,
  setLayer,
  setLocked,
  together,
  ungroup,
} from './commands/arrange.ts'
import type { Chosen, Command } from './commands/command.ts'
import { align, distribute, move, resize, rotateTo } from './commands/place.ts'
import { type Design, Design as DesignSchema } from './document.ts'
import { begin, changed, redo, undo } from './history.ts'
import { blankShape, shapeKinds } from './shapes/blank.ts'
import { templates } from './templates.ts'

let count = 0
const newId = (): string => `n${(count += 1)}`

const commands: Readonly<Record<string, Command>> = {
  move: move(1.5, -2),
  resize: resize({ xMm: 3, yMm: 3, widthMm: 10, heightMm: 10 }),
  rotate: rotateTo(-45),
  align: align('RIGHT'),
  middle: align('MIDDLE'),
  distribute: distribute('y'),
  front: setLayer('FRONT'),
  forward: setLayer('FORWARD'),
  backward: setLayer('BACKWARD'),
  back: setLayer('BACK'),
  lock: setLocked(true),
  unlock: setLocked(false),
  group: group('g1'),
  ungroup,
  duplicate: duplicate(newId),
  copy: copyToOtherSide(newId),
  remove,
  add: (design, chosen) => add(blankShape('ellipse', newId(), 'E'))(design, chosen),
}

const student = templates.student()
const allOf = (design: Design, side: Chosen['side'] = 'front'): Chosen => ({
  side,
  ids: new Set(design[side]?.shapes.map(({ id }) => id)),
})
const only = (...ids: string[]): Chosen => ({ side: 'front', ids: new Set(ids) })
const shape = (design: Design, id: string) => design.front.shapes.find((each) => each.id === id)

describe('commands', () => {
  it('of any kind in any order are undone and done again exactly, without end', () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(commands)), fc.nat(7), fc.boolean())
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const before = [begin(student)]
        for (const [name, at, isBack] of steps) {
          const last = before.at(-1) ?? begin(student)
          const side = isBack ? 'back' : 'front'
          const shapes = last.design[side]?.shapes ?? []
          const ids = new Set(shapes.slice(at, at + 4).map(({ id }) => id))
          const command = commands[name] ?? ungroup
          before.push(changed(last, name, command(last.design, { side, ids })))
        }
        const after = before.at(-1) ?? begin(student)
        let back = after
        while (back.done.length > 0) back = undo(back)
        expect(back.design).toEqual(student)
        while (back.undone.length > 0) back = redo(back)
        expect(back.design).toEqual(after.design)
        expect(DesignSchema.safeParse(after.design).success).toBe(true)
      }),
    )
  })

  it('that change nothing leave no step', () => {
    expect(changed(begin(student), 'move', move(0, 0)(student, allOf(student))).done).toEqual([])
  })

  it('leave what is locked where it is', () => {
    const locked = setLocked(true)(student, only('name'))
    const moved = remove(move(5, 5)(locked, only('name', 'photo')), only('name'))
    expect(shape(moved, 'name')?.xMm).toBe(31)
    expect(shape(moved, 'photo')?.xMm).toBe(10)
  })

  it('align one shape with the card and several with each other', () => {
    expect(shape(align('CENTER')(student, only('photo')), 'photo')?.xMm).toBe(31.8)
    const both = align('LEFT')(student, only('photo', 'name'))
    expect([shape(both, 'photo')?.xMm, shape(both, 'name')?.xMm]).toEqual([5, 5])
  })

  it('leave the same room between what they distribute', () => {
    const spread = distribute('y')(student, only('name', 'faculty', 'valid-until'))
    expect(shape(spread, 'faculty')?.yMm).toBe(29.5)
  })

  it('choose a group together, and copy it as a group of its own', () => {
    const grouped = group('g1')(student, only('name', 'faculty'))
    expect(together(grouped.front.shapes, 'name')).toEqual(['name', 'faculty'])
    const copied = duplicate(newId)(grouped, only('name', 'faculty'))
    const [one, other] = copied.front.shapes.slice(-2)
    expect(one?.group).toBe(other?.group)
    expect(one?.group).not.toBe('g1')
  })

  it('give every kind of shape that the document takes', () => {
    const design = shapeKinds.reduce<Design>(
      (sofar, kind) => add(blankShape(kind, freeId(sofar, Math.random), kind))(sofar, only()),
      student,
    )
    expect(DesignSchema.safeParse(design).error?.issues).toBeUndefined()
  })
})
