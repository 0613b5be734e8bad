import { screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { renderRoutes } from '../../../../testing/render.tsx'
import { ServerFields } from './ServerFields.tsx'

const empty = {
  enabled: true,
  host: '',
  port: 25,
  security: 'NONE',
  authentication: 'NONE',
  fromAddress: '',
  fromName: '',
  replyTo: '',
}

const Form = () => (
  <FormProvider {...useForm({ defaultValues: empty })}>
    <ServerFields />
  </FormProvider>
)

it.each([
  ['smtps://mail.example.com', ['mail.example.com', '465', 'IMPLICIT']],
  ['smtp://ada@mail.example.com:587/', ['mail.example.com', '587', 'STARTTLS']],
  ['https://mail.example.com/inbox', ['mail.example.com', '25', 'NONE']],
])('%s pasted as the host fills host, port and security', async (pasted, filled) => {
  const { user } = renderRoutes([{ path: '/', element: <Form /> }])
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  await user.click(field('Server'))
  await user.paste(pasted)
  const values = ['Server', 'Port', 'Encryption'].map((name) => field(name).value)
  expect(values).toEqual(filled)
})
