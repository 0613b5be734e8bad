import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { renderRoutes } from '../../testing/render.tsx'
import { loadTexts } from '../lib/i18n.ts'
import { EntityForm } from './EntityForm.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { FormText, FormToggle } from './form-fields.tsx'

const Settings = z.object({ origins: z.string(), allowCredentials: z.boolean() })
const labels = {
  origins: 'Allowed origins',
  allowCredentials: 'Let these pages send and receive the sign-in cookie',
}

const show = (query: string) => {
  const form = (
    <EntityForm
      schema={Settings}
      initial={{ value: { origins: '', allowCredentials: false }, etag: '"1"' }}
      save={async () => undefined}
      onSaved={() => undefined}
      labels={labels}
    >
      <FormText name="origins" label={labels.origins} isRequired />
      <FormToggle name="allowCredentials" label={labels.allowCredentials} />
      <FieldGroup label="Browsers remember an answer for">
        {() => <input aria-label="Hours" />}
      </FieldGroup>
    </EntityForm>
  )
  return renderRoutes([{ path: '/', element: form }], { at: `/${query}` })
}

const marked = () => [...document.querySelectorAll('[data-marked]')].map((one) => one.textContent)

beforeAll(() => loadTexts(['settings']))

describe('a field that the address names', () => {
  it('is marked and has the focus', async () => {
    show('?field=settings:cors.fields.origins')
    const field = await screen.findByRole('textbox', { name: /Allowed origins/ })
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(marked()).toEqual(['Allowed origins*'])
  })

  it('may be a box to tick, or a group', async () => {
    const { router } = show('?field=settings:cors.fields.allowCredentials')
    const box = await screen.findByRole('checkbox')
    await waitFor(() => expect(document.activeElement).toBe(box))
    await act(() => router.navigate('/?field=settings:cors.fields.maxAgeSeconds'))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Hours' }))
    expect(marked()).toEqual(['Browsers remember an answer for'])
  })

  it.each([
    '',
    '?field=',
    '?field=settings:cors.fields.constructor',
    '?field=x.y',
    '?field=origins',
  ])('is none for %j', async (query) => {
    show(query)
    await screen.findByRole('checkbox')
    expect(marked()).toEqual([])
    expect(document.activeElement).toBe(document.body)
  })
})
