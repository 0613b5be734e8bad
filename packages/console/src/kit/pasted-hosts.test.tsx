import { addressInLine } from '@signet/rules/host-of'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { renderRoutes } from '../../testing/render.tsx'
import { EntityForm } from './EntityForm.tsx'
import { FormLines } from './FormLines.tsx'
import { FormHost, FormNumber } from './form-fields.tsx'

const Receiver = z.object({
  host: z.string().regex(/^[a-z0-9.-]+$/, 'host_invalid'),
  port: z.int().min(1),
  addresses: z.array(z.ipv4('ip_invalid')),
})
type Receiver = z.output<typeof Receiver>

const show = () => {
  const saved: Receiver[] = []
  const labels = { host: 'Host', port: 'Port', addresses: 'Addresses' }
  const form = (
    <EntityForm
      schema={Receiver}
      initial={{ value: { host: '', port: 25, addresses: [] }, etag: null }}
      save={async (values) => void saved.push(values)}
      onSaved={() => undefined}
      labels={labels}
    >
      <FormHost<Receiver> name="host" portName="port" label="Host" />
      <FormNumber<Receiver> name="port" label="Port" />
      <FormLines<Receiver> name="addresses" label="Addresses" reads={addressInLine} />
    </EntityForm>
  )
  const { user } = renderRoutes([{ path: '/', element: form }])
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  return {
    user,
    saved,
    field,
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
  }
}

it('a URL that is pasted as a host is taken apart, and leaves no fault', async () => {
  const { user, saved, field, save } = show()
  await user.click(field('Host'))
  await user.paste('https://logs.example.com:6514/in?x=1')
  expect([field('Host').value, field('Port').value]).toEqual(['logs.example.com', '6514'])
  await save()
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDefined()
  expect(saved).toEqual([{ host: 'logs.example.com', port: 6514, addresses: [] }])
})

it('a URL that is typed as a host is taken apart when the field is left, not before', async () => {
  const { user, field } = show()
  await user.type(field('Host'), 'https://logs.example.com')
  expect(field('Host').value).toBe('https://logs.example.com')
  await user.tab()
  expect([field('Host').value, field('Port').value]).toEqual(['logs.example.com', '25'])
})

it('what is no host stays as it was typed, with a text that names the field', async () => {
  const { user, field, save } = show()
  await user.type(field('Host'), 'no host')
  await save()
  expect(field('Host').value).toBe('no host')
  const told = await screen.findAllByText(/^Host: Enter a host name such as/)
  expect(told).toHaveLength(2)
})

it('of URLs that are pasted into a list of addresses, the addresses stay', async () => {
  const { user, field } = show()
  await user.click(field('Addresses'))
  await user.paste('https://192.0.2.7/login\n192.0.2.8:1812\nradius.example')
  expect(field('Addresses').value).toBe('192.0.2.7\n192.0.2.8\nradius.example')
})
