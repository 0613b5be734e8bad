import { formOf } from '@signet/contract/kit/settings-family'
import {
  Lock,
  lockoutFamily,
  readLockoutSettings,
  updateLockoutSettings,
} from '@signet/contract/settings/lockout'
import { lockableAuthenticators } from '@signet/rules/guess-budget'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { withinBounds } from '../../../kit/durations.ts'
import { SettingsForm } from '../../../kit/SettingsForm.tsx'
import { callWithEtag } from '../../../lib/call.ts'
import { LockoutFields, useLockoutLabels } from '../../../pickers/lockouts/LockoutFields.tsx'
import { TryChange } from '../../../pickers/what-ifs/TryChange.tsx'

const lockMillis = withinBounds(Lock.shape.lockMillis, { storedIn: 'ms' })
const schema = formOf({
  ...lockoutFamily,
  fields: lockoutFamily.fields.extend({
    authenticators: z.partialRecord(z.enum(lockableAuthenticators), Lock.extend({ lockMillis })),
  }),
})
type Change = z.output<typeof schema>

/** What is typed; passwords stay as they are. */
const changeOf = (typed: unknown) => ({
  kind: 'LOCKOUT' as const,
  settings: lockoutFamily.fields.parse(typed),
})

/** When each kind of authenticator locks. */
export const LockoutsForm = () => {
  const client = useQueryClient()
  const save = async (body: Change, etag: string | null): Promise<void> => {
    await callWithEtag(updateLockoutSettings, { body, ifMatch: etag ?? undefined })
    await client.invalidateQueries({ queryKey: ['settings', 'guessbudget', 'meter'] })
  }
  return (
    <SettingsForm
      queryKey={['settings', 'lockout']}
      schema={schema}
      defaults={lockoutFamily.defaults}
      read={(signal) => callWithEtag(readLockoutSettings, { signal })}
      save={save}
      labels={useLockoutLabels('authenticators')}
      actions={<TryChange changeOf={changeOf} />}
    >
      <LockoutFields name="authenticators" />
    </SettingsForm>
  )
}
