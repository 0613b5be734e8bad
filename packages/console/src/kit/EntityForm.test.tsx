import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectAccessible, renderRoutes } from '../../testing/render.tsx'
import { CallError } from '../lib/call-error.ts'
import { EntityForm } from './EntityForm.tsx'
import type { EntityFormOptions } from './entity-form.ts'
import { FormNumber, FormSelect, FormText, FormToggle } from './form-fields.tsx'

const Person = z.object({
  name: z.string().trim().min(1).max(20),
  email: z.email().nullable(),
  age: z.int().max(150).nullable(),
  kind: z.enum(['staff', 'guest']),
  active: z.boolean(),
})
type Person = z.output<typeof Person>

const ada: Person = { name: 'Ada', email: null, age: 36, kind: 'staff', active: true }
const labels = { name: 'Name', email: 'Email', age: 'Age', kind: 'Kind', active: 'Active' }
const kinds = [
  { value: 'staff', label: 'Staff' },
  { value: 'guest', label: 'Guest' },
]

interface Saved {
  readonly values: Person
  readonly etag: string | null
}

const show = (change: Partial<EntityFormOptions<z.input<typeof Person>, Person>> = {}) => {
  const saved: Saved[] = []
  const form = (
    <EntityForm
      schema={Person}
      initial={{ value: ada, etag: '"1"' }}
      save={async (values, etag) => void saved.push({ values, etag })}
      onSaved={() => undefined}
      labels={labels}
      {...change}
    >
      <FormText name="name" label="Name" isRequired />
      <FormText name="email" label="Email" whenEmpty={null} />
      <FormNumber name="age" label="Age" />
      <FormSelect name="kind" label="Kind" options={kinds} />
      <FormToggle name="active" label="Active" />
    </EntityForm>
  )
  const view = renderRoutes([
    { path: '/', element: form },
    { path: '/elsewhere', element: <p>Elsewhere</p> },
  ])
  const type = async (label: string | RegExp, text: string): Promise<void> => {
    const field = screen.getByRole('textbox', { name: label })
    await view.user.clear(field)
    if (text !== '') await view.user.type(field, text)
  }
  return {
    ...view,
    saved,
    type,
    save: () => view.user.click(screen.getByRole('button', { name: 'Save' })),
  }
}

describe('a form', () => {
  it('saves what its schema makes of the fields, with the version that was read', async () => {
    const { saved, type, save, user } = show()
    await type(/Name/, '  Grace ')
    await type('Email', 'grace@example.com')
    await user.clear(screen.getByRole('spinbutton', { name: 'Age' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Guest')
    await user.click(screen.getByRole('checkbox', { name: 'Active' }))
    await save()
    expect(saved).toEqual([
      {
        values: {
          name: 'Grace',
          email: 'grace@example.com',
          age: null,
          kind: 'guest',
          active: false,
        },
        etag: '"1"',
      },
    ])
    await expectAccessible()
  })

  it('says what is wrong beside the field and in a summary that takes the focus', async () => {
    const { saved, type, save, user } = show()
    await type(/Name/, '')
    await type('Email', 'no mail')
    await save()
    expect(saved).toEqual([])
    const summary = await screen.findByText('2 fields need your attention')
    await waitFor(() => expect(document.activeElement?.contains(summary)).toBe(true))
    const field = screen.getByRole('textbox', { name: 'Email' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Email: Enter an email address such as name@example.com',
    )
    await user.click(screen.getByRole('button', { name: 'Name: Fill in this field' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Name/ }))
    await expectAccessible()
  })

  it('shows the faults that the server found beside their fields', async () => {
    const { save } = show({
      save: () =>
        Promise.reject(
          new CallError(400, {
            errorCode: 'invalid_parameters',
            fields: [{ path: 'body.name', message: 'is taken' }],
          }),
        ),
    })
    await save()
    const told = 'Name: This is already in use. Choose another one'
    expect(await screen.findByRole('button', { name: told })).toBeDefined()
  })

  it('says why it could not be saved, and keeps what was typed', async () => {
    const { type, save } = show({
      save: () =>
        Promise.reject(
          new CallError(503, { errorCode: 'service_unavailable', requestId: 'req-1' }),
        ),
    })
    await type(/Name/, 'Grace')
    await save()
    expect(await screen.findByText(/service is not available/)).toBeDefined()
    expect(screen.getByText('service_unavailable · 503 · req-1')).toBeDefined()
    expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Grace')
  })
})

describe('unsaved changes', () => {
  it('are asked about before the page is left', async () => {
    const { router, type, user } = show()
    await type(/Name/, 'Grace')
    await router.navigate('/elsewhere')
    expect(await screen.findByRole('alertdialog', { name: 'Unsaved changes' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(await screen.findByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Grace')
    await router.navigate('/elsewhere')
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(await screen.findByText('Elsewhere')).toBeDefined()
  })

  it('hold nobody up after saving', async () => {
    const { router, type, save } = show()
    await type(/Name/, 'Grace')
    await save()
    await router.navigate('/elsewhere')
    expect(await screen.findByText('Elsewhere')).toBeDefined()
  })

  it('hold up no save that opens what it has made', async () => {
    let open = async (): Promise<void> => undefined
    const { router, type, save } = show({ save: () => open() })
    open = () => router.navigate('/elsewhere')
    await type(/Name/, 'Grace')
    await save()
    expect(await screen.findByText('Elsewhere')).toBeDefined()
  })

  it('are asked about after a save that was refused', async () => {
    const { router, type, save } = show({
      save: () => Promise.reject(new CallError(503, { errorCode: 'service_unavailable' })),
    })
    await type(/Name/, 'Grace')
    await save()
    await screen.findByText(/service is not available/)
    await router.navigate('/elsewhere')
    expect(await screen.findByRole('alertdialog', { name: 'Unsaved changes' })).toBeDefined()
  })

  it('are asked about again when somebody goes on typing after saving', async () => {
    const { router, type, save } = show()
    await type(/Name/, 'Grace')
    await save()
    await type(/Name/, 'Grace H.')
    await router.navigate('/elsewhere')
    expect(await screen.findByRole('alertdialog', { name: 'Unsaved changes' })).toBeDefined()
  })

  it('do not keep a session from ending', async () => {
    const { router, type } = show()
    await type(/Name/, 'Grace')
    await router.navigate('/logout')
    expect(router.state.location.pathname).toBe('/logout')
  })
})

describe("somebody else's change", () => {
  const theirs = { value: { ...ada, name: 'Ada L.' }, etag: '"2"' }
  const conflicting = () => {
    const tries: (string | null)[] = []
    const view = show({
      save: async (_, etag) => {
        tries.push(etag)
        if (etag !== '"2"') {
          throw new CallError(412, {
            errorCode: 'precondition_failed',
            parameters: { changedBy: 'Grace' },
          })
        }
      },
      reload: async () => theirs,
    })
    return { ...view, tries }
  }

  it('is shown: who changed what', async () => {
    const { type, save } = conflicting()
    await type(/Name/, 'Augusta')
    await save()
    expect(await screen.findByText('Grace changed this while you were editing')).toBeDefined()
    expect(screen.getByText('now Ada L., yours Augusta')).toBeDefined()
    await expectAccessible()
  })

  it('can be taken over', async () => {
    const { type, save, user, tries } = conflicting()
    await type(/Name/, 'Augusta')
    await save()
    await user.click(await screen.findByRole('button', { name: 'Use the current values' }))
    expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Ada L.')
    await save()
    expect(tries).toEqual(['"1"', '"2"'])
  })

  it('can be saved over, knowing it', async () => {
    const { type, save, user, tries } = conflicting()
    await type(/Name/, 'Augusta')
    await save()
    await user.click(await screen.findByRole('button', { name: 'Save mine anyway' }))
    await waitFor(() => expect(tries).toEqual(['"1"', '"2"']))
    expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Augusta')
  })
})
