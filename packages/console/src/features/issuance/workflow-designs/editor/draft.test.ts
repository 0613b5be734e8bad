import type { WorkflowDefinition } from '@signet/card/enrolment/definition'
import { blankField } from '@signet/card/enrolment/generate'
import { expect, it } from 'vitest'
import { addField, addStep, asKind, moveField, removeStep } from './draft.ts'

const field = (id: string) => blankField('TEXT', { id, name: id })
const two: WorkflowDefinition = {
  steps: [
    { id: 'one', title: 'One', fields: [field('a'), field('b')] },
    { id: 'two', title: 'Two', fields: [field('c')] },
  ],
}
const shape = ({ steps }: WorkflowDefinition) =>
  steps.map(({ fields }) => fields.map(({ id }) => id).join(''))

it.each([
  ['a', 1, ['ba', 'c']],
  ['b', 1, ['a', 'bc']],
  ['c', -1, ['abc', '']],
  ['a', -1, ['ab', 'c']],
  ['c', 1, ['ab', 'c']],
] as const)('field %s moves by %i', (id, by, expected) => {
  expect(shape(moveField(two, id, by))).toEqual(expected)
})

it('a step that goes leaves its fields to its neighbour', () => {
  expect([shape(removeStep(two, 0)), shape(removeStep(two, 1))]).toEqual([['abc'], ['abc']])
})

it('what is added has a key of its own', () => {
  const once = addField(two, 1, { kind: 'DATE', name: 'D' })
  const twice = addField(once.definition, 1, { kind: 'DATE', name: 'E' })
  expect([once.id, twice.id]).toEqual(['field-1', 'field-2'])
  expect(shape(addStep(twice.definition, 'Three'))).toEqual(['ab', 'cfield-1field-2', ''])
})

it('a field of another kind keeps its words', () => {
  const asked = { ...field('a'), prompt: 'Why?', mandatory: true }
  expect(asKind(asked, 'PHOTO')).toMatchObject({
    kind: 'PHOTO',
    prompt: 'Why?',
    mandatory: true,
    ratio: null,
  })
})
