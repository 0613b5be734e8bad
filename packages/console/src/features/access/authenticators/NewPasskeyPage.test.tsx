import {
  readOwnAuthenticators,
  startOwnFidoRegistration,
} from '@signet/contract/access/self-authenticators'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answering, Refusal, serve } from '../../../../testing/answers.ts'
import { showScreens } from '../../../../testing/screens.tsx'
import { authenticatorsFeature } from './authenticators.screens.ts'
import { createPasskey } from './create-passkey.ts'

it('a browser without passkeys says so, and asks the service for nothing', {
  meta: { covers: ['fido.unsupported'] },
}, async () => {
  const asked = serve(
    answering(readOwnAuthenticators, () => new Refusal('general_error')),
    answering(startOwnFidoRegistration, () => new Refusal('general_error')),
  )
  const { user } = await showScreens(authenticatorsFeature, '/myprofile/authenticators/passkey')
  await user.click(await screen.findByRole('button', { name: 'Create passkey' }))
  expect(await screen.findByText('FIDO not supported by this browser.')).toBeDefined()
  expect(asked.filter(({ endpoint }) => endpoint === startOwnFidoRegistration)).toEqual([])
  await expect(createPasskey()).rejects.toThrow('FIDO not supported by this browser.')
})
