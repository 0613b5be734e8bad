import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { durationText, withinBounds } from './durations.ts'
import { EntityForm } from './EntityForm.tsx'
import { FormDuration } from './FormDuration.tsx'

const minute = 60_000
const hour = 60 * minute

const show = (waitMs: number | null, special?: number) => {
  const saved: number[] = []
  const bounds = z
    .int()
    .min(minute)
    .max(24 * hour)
  const options = { storedIn: 'ms', ...(special === undefined ? {} : { special }) } as const
  const { user } = renderRoutes([
    {
      path: '/',
      element: (
        <EntityForm
          schema={z.object({ waitMs: withinBounds(bounds, options) })}
          initial={{ value: { waitMs: waitMs ?? Number.NaN }, etag: null }}
          save={async ({ waitMs: stored }) => void saved.push(stored)}
          onSaved={() => undefined}
          labels={{ waitMs: 'Wait' }}
        >
          <FormDuration name="waitMs" label="Wait" storedIn="ms" />
        </EntityForm>
      ),
    },
  ])
  const value = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Wait' })
  const unit = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Wait: unit' })
  const type = async (text: string): Promise<void> => {
    await user.clear(value())
    if (text !== '') await user.type(value(), text)
  }
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }))
  return { user, saved, value, unit, type, save }
}

describe('a duration', () => {
  it.each([
    [2 * hour, '2', 'hr'],
    [90 * minute, '90', 'min'],
    [minute + 1, '60001', 'ms'],
  ])(
    'of %d ms is first shown as %s %s',
    { meta: { covers: ['formatting.duration-initial-unit'] } },
    (ms, value, unit) => {
      const shown = show(ms)
      expect([shown.value().value, shown.unit().value]).toEqual([value, unit])
    },
  )

  it('is entered as a value and one of five units, and kept in milliseconds', {
    meta: {
      covers: [
        'formatting.duration-input',
        'constant:duration.factor-day',
        'constant:duration.factor-hour',
        'constant:duration.factor-millisecond',
        'constant:duration.factor-minute',
        'constant:duration.factor-second',
      ],
    },
  }, async () => {
    const { user, saved, unit, type, save } = show(2 * hour)
    expect([...unit().options].map(({ value }) => value)).toEqual(['ms', 'sec', 'min', 'hr', 'day'])
    await type('1.5')
    await user.selectOptions(unit(), 'minutes')
    await save()
    expect(saved).toEqual([90_000])
    await expectAccessible()
  })

  it.each(['25', '0', ''])(
    'of %j hours is refused with the bounds named',
    { meta: { covers: ['formatting.duration-input'] } },
    async (typed) => {
      const { saved, type, save } = show(2 * hour)
      await type(typed)
      await save()
      const faults = await screen.findAllByText(/Enter a time between 1 minute and 1 day$/)
      expect(faults).toHaveLength(2)
      expect(saved).toEqual([])
    },
  )

  it('may have a special value outside of the bounds, which is named with them', {
    meta: { covers: ['formatting.duration-input'] },
  }, async () => {
    const { saved, type, save } = show(2 * hour, 0)
    await type('25')
    await save()
    expect(await screen.findAllByText(/between 1 minute and 1 day, or 0 days$/)).toHaveLength(2)
    await type('0')
    await save()
    expect(saved).toEqual([0])
  })

  it('reads in the largest unit that divides it', () => {
    expect([durationText(1, 'hr'), durationText(7200, 'sec'), durationText(5, 'ms')]).toEqual([
      '1 hour',
      '2 hours',
      '5 milliseconds',
    ])
  })
})
