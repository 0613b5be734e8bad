import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type LockableAuthenticator, lockableAuthenticators } from '@signet/rules/guess-budget'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup } from '../../kit/FieldGroup.tsx'
import { FormDuration } from '../../kit/FormDuration.tsx'
import { FormNumber } from '../../kit/form-fields.tsx'
import { useText } from '../../lib/i18n.ts'
import { ToggleInput } from '../../ui/ToggleInput.tsx'

type Fields = Record<string, unknown>
type Locks = Readonly<Record<string, unknown>>

/** What the first lock of an authenticator begins with when it is set. */
const firstLock = { attempts: 3, lockMillis: 15 * 60_000 } as const

const isLocks = (value: unknown): value is Locks => typeof value === 'object' && value !== null

/** The names of the fields, by their places in the form. */
export const useLockoutLabels = (name: string): Readonly<Record<string, string>> => {
  const text = useText('settings', 'authenticators')
  const labels = lockableAuthenticators.flatMap((kind) =>
    (['attempts', 'lockMillis'] as const).map((field) => [
      `${name}.${kind}.${field}`,
      `${text(`authenticators:proof.kinds.${kind}`)}, ${text(`settings:guessing.fields.${field}`)}`,
    ]),
  )
  return { [name]: text('settings:guessing.lockouts'), ...Object.fromEntries(labels) }
}

interface LockProps {
  /** Its place in the form. */
  readonly name: string
  readonly kind: LockableAuthenticator
}

const LockFields = ({ name, kind }: LockProps) => {
  const text = useText('settings', 'authenticators')
  return (
    <FieldGroup label={text(`authenticators:proof.kinds.${kind}`)}>
      {() => (
        <Stack
          direction={{ xs: 'column', sm: 'row' }}
          spacing={2}
          sx={{ pl: 2, borderLeft: 2, borderColor: 'divider' }}
        >
          <FormNumber<Fields>
            name={`${name}.attempts`}
            label={text('settings:guessing.fields.attempts')}
          />
          <FormDuration<Fields>
            name={`${name}.lockMillis`}
            label={text('settings:guessing.fields.lockMillis')}
            storedIn="ms"
          />
        </Stack>
      )}
    </FieldGroup>
  )
}

/** When each kind of authenticator locks; one that is left out locks as the service thinks right. */
export const LockoutFields = ({ name }: { readonly name: string }) => {
  const text = useText('settings', 'authenticators')
  const { setValue, unregister } = useFormContext<Fields>()
  const watched: unknown = useWatch<Fields>({ name })
  const locks = isLocks(watched) ? watched : {}
  const turn = (kind: LockableAuthenticator, isOn: boolean): void => {
    const { [kind]: _gone, ...rest } = locks
    if (!isOn) unregister(`${name}.${kind}`)
    setValue(name, isOn ? { ...locks, [kind]: firstLock } : rest, { shouldDirty: true })
  }
  return (
    <FieldGroup label={text('settings:guessing.lockouts')}>
      {() => (
        <Stack spacing={0.5}>
          <Typography variant="body2" color="textSecondary">
            {text('settings:guessing.lockoutsHint')}
          </Typography>
          {lockableAuthenticators.map((kind) => (
            <div key={kind}>
              <ToggleInput
                label={text('settings:guessing.own', {
                  kind: text(`authenticators:proof.kinds.${kind}`),
                })}
                value={locks[kind] !== undefined}
                onChange={(isOn) => turn(kind, isOn)}
              />
              {locks[kind] !== undefined && <LockFields name={`${name}.${kind}`} kind={kind} />}
            </div>
          ))}
        </Stack>
      )}
    </FieldGroup>
  )
}
